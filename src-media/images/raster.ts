import sharp, { type Sharp } from 'sharp';
import { readImage } from '../media/open-image.ts';

/** Opaque or transparent pixels, four bytes each: red, green, blue, alpha. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly rgba: Buffer;
}

/**
 * An image upright and in sRGB, no larger than a longest side if one is given.
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

/** The raster for `sharp`. */
export function sharpOf({ width, height, rgba }: Raster): Sharp {
  return sharp(rgba, { raw: { width, height, channels: 4 } });
}

/** The raster scaled to a size of another or the same shape. */
export async function resizeRaster(raster: Raster, width: number, height: number): Promise<Raster> {
  const rgba = await sharpOf(raster)
    .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer();
  return { width, height, rgba };
}

/** Whether enough of it is transparent that somebody cut it out. */
export function isCutOut({ rgba }: Raster): boolean {
  let clear = 0;
  for (let at = 3; at < rgba.length; at += 4) if ((rgba[at] ?? 255) < 250) clear += 1;
  return clear > rgba.length / 4 / 200;
}
