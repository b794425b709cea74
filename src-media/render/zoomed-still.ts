import { AV_PIX_FMT_YUV420P, SWS_ACCURATE_RND, SWS_LANCZOS } from 'node-av/constants';
import { FFmpegError, SoftwareScaleContext } from 'node-av/lib';
import sharp from 'sharp';
import { MediaError } from '../media-error.ts';
import type { StillZoom } from '../project-content.ts';
import { emptyFrame } from '../video/plane-frames.ts';
import { rgbToYuv } from '../video/rgb-to-yuv.ts';
import { planesOf, type YuvPicture, frameOf, tagBt709 } from '../video/yuv-picture.ts';
import { type Plane, resamplePlane } from './resample-plane.ts';
import { moveProgress, zoomWindow } from './zoom-move.ts';

/** Enlarges a picture and keeps its centre exactly in place. */
function enlargePicture(
  picture: YuvPicture,
  size: { readonly width: number; readonly height: number },
): YuvPicture {
  if (picture.width === size.width && picture.height === size.height) return picture;
  using source = frameOf(picture);
  using target = emptyFrame({ ...size, format: AV_PIX_FMT_YUV420P });
  tagBt709(target);
  using scaler = new SoftwareScaleContext();
  scaler.allocContext();
  scaler.setOption('sws_flags', SWS_LANCZOS | SWS_ACCURATE_RND);
  FFmpegError.throwIfError(scaler.scaleFrameSync(target, source), 'enlargement');
  return { ...size, data: target.toBuffer() };
}

/** Frames up to this size are sampled from a still of twice their size; larger ones are smooth enough without. */
const maxOversampledPixels = 1920 * 1920;

export interface ZoomedStillOptions {
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly zoom: StillZoom;
  /** Frames from the start of the zoom to its end. */
  readonly moveFrames: number;
}

/** A still with a slow zoom, sampled between pixels so that the zoom has no steps. */
export class ZoomedStill {
  readonly #source: YuvPicture;
  readonly #options: ZoomedStillOptions;
  /** Reused for every frame, because allocating memory costs as much as filling it. */
  readonly #data: Buffer;

  private constructor(source: YuvPicture, options: ZoomedStillOptions) {
    this.#source = source;
    this.#options = options;
    this.#data = Buffer.allocUnsafe((options.width * options.height * 3) / 2);
  }

  /**
   * Decodes the still once and enlarges it. Linear interpolation in an enlarged picture is as good as cubic in the
   * original.
   *
   * @throws MediaError `unreadable_media`
   */
  static async load(options: ZoomedStillOptions): Promise<ZoomedStill> {
    try {
      return new ZoomedStill(await loadEnlarged(options), options);
    } catch (error) {
      throw new MediaError('unreadable_media', 'A picture of the movie cannot be read.', { cause: error });
    }
  }

  /** Returns the picture at a frame of the zoom, at rest after its end. A new object, valid until the next call. */
  at(frame: number): YuvPicture {
    const { width, height, zoom, moveFrames } = this.#options;
    const { scale, left, top } = zoomWindow(zoom, moveProgress(frame, moveFrames));
    const picture: YuvPicture = { width, height, data: this.#data };
    const sources = planeList(this.#source);
    for (const [index, target] of planeList(picture).entries()) {
      const source = sources[index];
      if (!source) continue;
      const step = source.width / target.width / scale;
      resamplePlane(source, target, {
        x: left * source.width + step / 2 - 0.5,
        y: top * source.height + step / 2 - 0.5,
        step,
      });
    }
    return picture;
  }
}

/** Returns the three planes of a picture separately. */
export function planeList(picture: YuvPicture): Plane[] {
  const { luma, blue, red } = planesOf(picture);
  const { width, height } = picture;
  const half = { width: width / 2, height: height / 2 };
  return [
    { width, height, data: luma },
    { ...half, data: blue },
    { ...half, data: red },
  ];
}

/**
 * Loads the still at a multiple of the movie's frame size. First removes detail too fine for its largest view, which
 * would shimmer in motion.
 */
async function loadEnlarged({ path, width, height, zoom }: ZoomedStillOptions): Promise<YuvPicture> {
  const factor = width * height <= maxOversampledPixels ? 2 : 1;
  const own = await sharp(path).metadata();
  const largest = Math.min(factor, Math.max(zoom.fromScale, zoom.toScale, 1));
  const seen = { width: even(width * largest), height: even(height * largest) };
  const base = own.width >= seen.width && own.height >= seen.height ? seen : { width, height };
  const rgb = await sharp(path)
    .flatten({ background: 'black' })
    .toColourspace('srgb')
    .resize(base.width, base.height, { fit: 'cover', kernel: 'lanczos3' })
    .raw()
    .toBuffer();
  const picture = rgbToYuv(rgb, base.width, base.height);
  return enlargePicture(picture, { width: width * factor, height: height * factor });
}

function even(length: number): number {
  return Math.ceil(length / 2) * 2;
}
