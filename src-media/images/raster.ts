import sharp, { type Sharp } from 'sharp';
import { readImage } from '../media/open-image.ts';

/** Pixels of four bytes each: red, green, blue, alpha. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly rgba: Buffer;
}

/**
 * Reads an image upright and in sRGB, reduced to a longest side if one is given.
 *
 * @throws MediaError `unreadable_media`, `media_too_large`
 */
export async function readRaster(path: string, longestSide: number | null = null): Promise<Raster> {
  const { data, info } = await readImage(path, (image) => {
    const upright = image.autoOrient().toColourspace('srgb').ensureAlpha();
    const sized =
      longestSide === null
        ? upright
        : upright.resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true });
    return sized.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  });
  return { width: info.width, height: info.height, rgba: data };
}

/** Wraps the raster for `sharp`. */
export function sharpOf({ width, height, rgba }: Raster): Sharp {
  return sharp(rgba, { raw: { width, height, channels: 4 } });
}

/** Scales the raster to a size; the shape may differ. */
export async function resizeRaster(raster: Raster, width: number, height: number): Promise<Raster> {
  const rgba = await sharpOf(raster)
    .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer();
  return { width, height, rgba };
}

/** True if so much is transparent that the image must be a cut-out. */
export function isCutOut({ rgba }: Raster): boolean {
  let clear = 0;
  for (let at = 3; at < rgba.length; at += 4) if ((rgba[at] ?? 255) < 250) clear += 1;
  return clear > rgba.length / 4 / 200;
}
