import type { TaskControl } from '../task-options.ts';
import type { PictureWithThumbnail, RemoveBackgroundRequest } from './image-tools.ts';
import { cutOut } from './matting/cut-out.ts';
import { matteOf } from './matting/matte.ts';
import { isCutOut, type Raster, readRaster, resizeRaster } from './raster.ts';
import { markRaster, writeRaster, writeThumbnail } from './write-image.ts';

/** Longest side in pixels at which the subject is found; its outline is then refined at full size. */
const workingSide = 512;

/** Removes the background of a picture. Returns a cut-out unchanged. */
export async function withoutBackground(raster: Raster, checkpoint: () => void): Promise<Raster> {
  if (isCutOut(raster)) return raster;
  const scale = Math.min(1, workingSide / Math.max(raster.width, raster.height));
  const small = await resizeRaster(
    raster,
    Math.max(1, Math.round(raster.width * scale)),
    Math.max(1, Math.round(raster.height * scale)),
  );
  const matte = matteOf(small, checkpoint);
  checkpoint();
  return matte === null ? raster : cutOut(raster, small, matte);
}

/** @throws MediaError `unreadable_media`, `media_too_large` */
export async function removeBackground(
  request: RemoveBackgroundRequest,
  control: TaskControl,
): Promise<PictureWithThumbnail> {
  const raster = await readRaster(request.inputPath);
  control.progress(0.1);
  const subject = await withoutBackground(raster, () => control.checkpoint());
  control.progress(0.8);
  const marked = await markRaster(subject, request.isMarked);
  const size = await writeRaster(marked, request.outputPath);
  return { ...size, thumbnail: await writeThumbnail(marked, request.thumbnailPath) };
}
