import sharp from 'sharp';
import type { TaskControl } from '../task-options.ts';
import { longestUpscaledSide, type PictureFacts, type UpscaleRequest } from './image-tools.ts';
import { type Raster, readRaster, resizeRaster } from './raster.ts';
import { markRaster, writeRaster } from './write-image.ts';

const factor = 2;
/** Larger results are only scaled and sharpened, because refining needs too much memory. */
const maxRefinedPixels = 30_000_000;
const refinements = 2;

/** Returns the size of the result: doubled, up to the longest side. */
export function upscaledSize({ width, height }: PictureFacts): PictureFacts {
  const scale = Math.min(factor, longestUpscaledSide / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** Restores detail lost in scaling by iterative back-projection: the reduced result must match the original. */
async function refine(large: Raster, original: Raster): Promise<Raster> {
  const again = await resizeRaster(large, original.width, original.height);
  const missing = Buffer.alloc(original.rgba.length);
  for (let at = 0; at < missing.length; at += 1) {
    const difference = (original.rgba[at] ?? 0) - (again.rgba[at] ?? 0);
    missing[at] = at % 4 === 3 ? 255 : Math.max(0, Math.min(255, 128 + difference));
  }
  const { rgba: added } = await resizeRaster({ ...original, rgba: missing }, large.width, large.height);
  const rgba = Buffer.from(large.rgba);
  for (let at = 0; at < rgba.length; at += 1) {
    if (at % 4 === 3) continue;
    rgba[at] = Math.max(0, Math.min(255, (rgba[at] ?? 0) + (added[at] ?? 128) - 128));
  }
  return { ...large, rgba };
}

/** Sharpens edges more than flat parts, so that grain and compression artefacts do not show. */
async function sharpen(raster: Raster): Promise<Raster> {
  const { width, height, rgba } = raster;
  const edges = await sharp(rgba, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .sharpen({ sigma: 1, m1: 0.15, m2: 0.9, x1: 3, y2: 8, y3: 12 })
    .raw()
    .toBuffer();
  const sharpened = Buffer.from(rgba);
  for (let pixel = 0; pixel < width * height; pixel += 1)
    edges.copy(sharpened, pixel * 4, pixel * 3, pixel * 3 + 3);
  return { width, height, rgba: sharpened };
}

/** Doubles the width and height of a picture and keeps its fine detail. */
export async function enlarge(original: Raster, checkpoint: () => void): Promise<Raster> {
  const size = upscaledSize(original);
  let large = await resizeRaster(original, size.width, size.height);
  if (size.width * size.height <= maxRefinedPixels) {
    for (let round = 0; round < refinements; round += 1) {
      checkpoint();
      large = await refine(large, original);
    }
  }
  checkpoint();
  return sharpen(large);
}

/** @throws MediaError `unreadable_media`, `media_too_large` */
export async function upscale(request: UpscaleRequest, control: TaskControl): Promise<PictureFacts> {
  const original = await readRaster(request.inputPath);
  control.progress(0.1);
  const large = await enlarge(original, () => control.checkpoint());
  control.progress(0.8);
  return writeRaster(await markRaster(large, request.isMarked), request.outputPath);
}
