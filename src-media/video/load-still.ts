import sharp from 'sharp';
import { MediaError } from '../media-error.ts';
import { rgbToYuv } from './rgb-to-yuv.ts';
import type { YuvPicture } from './yuv-picture.ts';

/**
 * Decodes a still once and scales it to the movie's frame, cropped where the shapes differ.
 *
 * @throws MediaError `unreadable_media`
 */
export async function loadStill(path: string, width: number, height: number): Promise<YuvPicture> {
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
