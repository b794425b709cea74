import sharp, { type Sharp } from 'sharp';
import { MediaError } from '../media-error.ts';
import { maxPixels } from './media-limits.ts';

/** Formats of cameras, browsers and design programs; not SVG, which can refer to other files, nor HEIC (no decoder). */
const imageFormats = new Set(['jpeg', 'png', 'webp', 'gif', 'tiff', 'heif', 'avif', 'jp2', 'jxl']);

/** Side of the picture that is made to see whether an image is whole, in pixels; it is thrown away. */
const wholeSide = 16;

/** Prepares an image for decoding; the first picture if it has several. Reads nothing yet. */
export function openImage(path: string): Sharp {
  return sharp(path, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true, pages: 1 });
}

/** Reads format and upright size from an image's bytes; null if they are unreadable or the format is unsupported. */
export async function readImageFacts(
  path: string,
): Promise<{ readonly format: string; readonly width: number; readonly height: number } | null> {
  try {
    const { format, compression, width, height, autoOrient } = await openImage(path).metadata();
    if (!imageFormats.has(format) || compression === 'hevc') return null;
    return { format, width: autoOrient.width || width, height: autoOrient.height || height };
  } catch {
    return null;
  }
}

/** Whether an image can be decoded to its end; false for one that is cut off. */
export async function isWholeImage(path: string): Promise<boolean> {
  try {
    await openImage(path).resize(wholeSide, wholeSide, { fit: 'inside' }).raw().toBuffer();
    return true;
  } catch {
    return false;
  }
}

/** Opens an image and runs work on it. @throws MediaError `unreadable_media`, `media_too_large` */
export async function readImage<Result>(
  path: string,
  work: (image: Sharp) => Promise<Result>,
): Promise<Result> {
  const facts = await readImageFacts(path);
  try {
    if (!facts) throw new Error('The format is not known.');
    return await work(openImage(path));
  } catch (cause) {
    if (facts && facts.width * facts.height > maxPixels) {
      throw new MediaError('media_too_large', 'The image has too many pixels to be decoded.', { cause });
    }
    throw new MediaError('unreadable_media', 'The file is no image that can be read, or it is damaged.', {
      cause,
    });
  }
}
