import sharp, { type Sharp } from 'sharp';
import { MediaError } from '../media-error.ts';
import { maxPixels } from './media-limits.ts';

/** What cameras, browsers and design programs write. Drawings in SVG are left out: they can refer to other files. HEIC is left out for want of a decoder. */
const imageFormats = new Set(['jpeg', 'png', 'webp', 'gif', 'tiff', 'heif', 'avif', 'jp2', 'jxl']);

/** An image to be decoded, its first picture if it has several. Nothing is read yet. */
export function openImage(path: string): Sharp {
  return sharp(path, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true, pages: 1 });
}

/** The format and upright size of an image, read from its bytes; null when it is none we read. */
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

/**
 * Works on an image.
 *
 * @throws MediaError `unreadable_media`, `media_too_large`
 */
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
