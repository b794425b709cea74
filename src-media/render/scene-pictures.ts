import sharp from 'sharp';
import { MediaError } from '../media-error.ts';
import type { StillZoom } from '../project-content.ts';
import { ClipSampler } from '../video/clip-sampler.ts';
import { rgbToYuv } from '../video/rgb-to-yuv.ts';
import type { YuvPicture } from '../video/yuv-picture.ts';
import { drawEndScreen } from './end-screen.ts';
import { ZoomedStill } from './zoomed-still.ts';

/**
 * Decodes a still once and scales it to the movie's frame, cropped if the shapes differ.
 *
 * @throws MediaError `unreadable_media`
 */
async function loadStill(path: string, width: number, height: number): Promise<YuvPicture> {
  try {
    const rgb = await sharp(path)
      .flatten({ background: 'black' })
      .toColourspace('srgb')
      .resize(width, height, { fit: 'cover', kernel: 'lanczos3' })
      .raw()
      .toBuffer();
    return rgbToYuv(rgb, width, height);
  } catch (error) {
    throw new MediaError('unreadable_media', 'A picture of the movie cannot be read.', { cause: error });
  }
}

/** The picture behind all overlays. */
export type PictureSource =
  | {
      readonly kind: 'still';
      readonly path: string;
      readonly zoom: StillZoom | null;
      /** Frames of the zoom, including the transition into the next scene. */
      readonly moveFrames: number;
    }
  | { readonly kind: 'clip'; readonly path: string }
  | { readonly kind: 'endScreen' };

/** Returns the picture of the next frame; the same object if it does not change. */
export type NextPicture = () => YuvPicture;

/**
 * Opens a source at one of its frames.
 *
 * @param resources receives everything that must be closed with the scene
 * @throws MediaError `unreadable_media`
 */
export async function openPictures(
  source: PictureSource,
  options: { readonly width: number; readonly height: number; readonly firstFrame: number },
  resources: DisposableStack,
): Promise<NextPicture> {
  const { width, height, firstFrame } = options;
  if (source.kind === 'endScreen') return heldAtEnd(drawEndScreen(width, height).values());
  if (source.kind === 'clip') {
    const sampler = resources.use(new ClipSampler(source.path, width, height));
    return skipping(heldAtEnd(clipPictures(sampler)), firstFrame);
  }
  const { path, zoom, moveFrames } = source;
  if (!zoom || (zoom.fromScale === 1 && zoom.toScale === 1)) {
    const still = await loadStill(path, width, height);
    return () => still;
  }
  const still = await ZoomedStill.load({ path, zoom, moveFrames, width, height });
  let frame = firstFrame - 1;
  return () => still.at((frame += 1));
}

function* clipPictures(sampler: ClipSampler): Generator<YuvPicture> {
  for (let picture = sampler.next(); picture; picture = sampler.next()) yield picture;
}

/** Holds the last picture of a source that is too short. */
function heldAtEnd(pictures: Iterator<YuvPicture>): NextPicture {
  let last: YuvPicture | null = null;
  return () => {
    const next = pictures.next();
    if (!next.done) last = next.value;
    if (!last) throw new Error('A clip without pictures was opened.');
    return last;
  };
}

function skipping(next: NextPicture, count: number): NextPicture {
  for (let skipped = 0; skipped < count; skipped += 1) next();
  return next;
}
