import { extname } from 'node:path';
import sharp from 'sharp';
import { paintWatermark } from '../render/draw-watermark.ts';
import { saveImage } from '../save-image.ts';
import type { PictureFacts } from './image-tools.ts';
import { type Raster, sharpOf } from './raster.ts';

const thumbnailSide = 480;

/** Draws the watermark into a picture. Leaves pictures that are too small unchanged. */
export async function markRaster(raster: Raster, isMarked: boolean): Promise<Raster> {
  const mark = isMarked ? paintWatermark(raster, 'BOTTOM_RIGHT') : null;
  if (!mark || mark.width >= raster.width || mark.height >= raster.height) return raster;
  const { width, height } = mark;
  const input = Buffer.from(mark.rgba);
  const left = Math.max(0, Math.min(mark.x, raster.width - width));
  const top = Math.max(0, Math.min(mark.y, raster.height - height));
  const overlay = { input, raw: { width, height, channels: 4 as const }, left, top };
  return { ...raster, rgba: await sharpOf(raster).composite([overlay]).raw().toBuffer() };
}

/** Writes a picture as PNG or JPEG by the path's extension. PNG keeps transparency. */
export async function writeRaster(raster: Raster, path: string): Promise<PictureFacts> {
  const isJpeg = /^\.jpe?g$/iu.test(extname(path));
  const isOpaque = isJpeg || isWhole(raster);
  const image = isOpaque ? sharpOf(raster).removeAlpha() : sharpOf(raster);
  const encoded = isJpeg
    ? image.jpeg({ quality: 94, chromaSubsampling: '4:4:4' })
    : image.png({ compressionLevel: 6 });
  await saveImage(encoded, path);
  return { width: raster.width, height: raster.height };
}

function isWhole({ rgba }: Raster): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return false;
  return true;
}

/** Writes a PNG thumbnail of an image and keeps its transparency. @param input pixels, or the bytes of an SVG */
export async function writeThumbnail(input: Raster | Buffer, path: string): Promise<PictureFacts> {
  const image = Buffer.isBuffer(input) ? sharp(input) : sharpOf(input);
  const small = image
    .resize(thumbnailSide, thumbnailSide, { fit: 'inside', withoutEnlargement: !Buffer.isBuffer(input) })
    .png({ compressionLevel: 8 });
  const { width, height } = await saveImage(small, path);
  return { width, height };
}
