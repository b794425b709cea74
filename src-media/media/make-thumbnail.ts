import sharp from 'sharp';
import { ClipDecoder } from '../av/clip-decoder.ts';
import { MediaError } from '../media-error.ts';
import { saveImage } from '../save-image.ts';
import { FrameFitter } from '../video/frame-fitter.ts';
import { sizeInside } from '../video/picture-fit.ts';
import { yuvToRgb } from '../video/rgb-to-yuv.ts';
import { readImage, readImageFacts } from './open-image.ts';
import { probeMedia } from './probe-media.ts';

interface ThumbnailRequest {
  readonly inputPath: string;
  readonly outputPath: string;
  readonly maxSide: number;
}

const quality = 82;
/** Movies often begin in black, so the frame is taken a little later. */
const latestSeconds = 1;
const shareOfMovie = 0.1;

/**
 * Writes a JPEG of an image, or of a frame near the beginning of a movie, whose longer side is at most `maxSide`.
 *
 * @throws MediaError `unreadable_media`, `media_too_large`
 */
export async function makeThumbnail({ inputPath, outputPath, maxSide }: ThumbnailRequest): Promise<null> {
  if (await readImageFacts(inputPath)) {
    await readImage(inputPath, (image) =>
      saveImage(
        image
          .autoOrient()
          .flatten({ background: '#808080' })
          .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
          .toColourspace('srgb')
          .jpeg({ quality }),
        outputPath,
      ),
    );
    return null;
  }
  await thumbnailOfMovie(inputPath, outputPath, maxSide);
  return null;
}

async function thumbnailOfMovie(inputPath: string, outputPath: string, maxSide: number): Promise<void> {
  const facts = await probeMedia(inputPath);
  if (!facts?.size) throw new MediaError('unreadable_media', 'The file has no picture to show.');
  const side = Math.min(maxSide, Math.max(facts.size.width, facts.size.height));
  const size = sizeInside(facts.size, { width: side, height: side });
  using decoder = new ClipDecoder(inputPath);
  decoder.seek(Math.min(latestSeconds, (facts.durationSeconds ?? 0) * shareOfMovie));
  const decoded = decoder.next();
  if (!decoded) throw new MediaError('unreadable_media', 'No picture of the movie could be decoded.');
  using fitter = new FrameFitter(size.width, size.height);
  const rgb = yuvToRgb(fitter.fit(decoded));
  await saveImage(sharp(rgb, { raw: { ...size, channels: 3 } }).jpeg({ quality }), outputPath);
}
