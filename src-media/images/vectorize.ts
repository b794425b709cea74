import { writeFile } from 'node:fs/promises';
import { createCanvas } from '@napi-rs/canvas';
import { fontFamiliesFor } from '../fonts/font-families.ts';
import { wordmark } from '../render/draw-watermark.ts';
import type { TaskControl } from '../task-options.ts';
import type { PictureFacts, PictureWithThumbnail, VectorizeRequest } from './image-tools.ts';
import { type Raster, readRaster, resizeRaster } from './raster.ts';
import { findRegions } from './tracing/find-regions.ts';
import { outlinesOf } from './tracing/outlines.ts';
import { clear, quantize } from './tracing/quantize.ts';
import { smoothPath } from './tracing/smooth-path.ts';
import { type TraceDetail, writeSvg } from './tracing/write-svg.ts';
import { writeThumbnail } from './write-image.ts';

/** Maximum long side at which pictures are traced; finer detail is grain. Small pictures are enlarged first. */
const tracedSide = 900;
const maxEnlargement = 3;
/** Size limit of a drawing. */
const maxBytes = 480_000;
const details: readonly TraceDetail[] = [
  { minArea: 12, tolerance: 0.55 },
  { minArea: 30, tolerance: 0.8 },
  { minArea: 80, tolerance: 1.2 },
  { minArea: 200, tolerance: 1.8 },
  { minArea: 600, tolerance: 2.6 },
  { minArea: 3000, tolerance: 4 },
];

/** Draws the watermark as shapes, so that the SVG needs no typeface. */
function markShapes({ width, height }: PictureFacts): string {
  const letterHeight = Math.min(width, height) * 0.03;
  const canvas = createCanvas(420, 120);
  const context = canvas.getContext('2d');
  context.font = `600 80px ${fontFamiliesFor(wordmark, 'sans')}`;
  context.fillText(wordmark, 10, 90);
  const letters = context.measureText(wordmark).width;
  const pixels = context.getImageData(0, 0, 420, 120).data;
  const labels = Uint8Array.from({ length: 420 * 120 }, (_, pixel) =>
    (pixels[pixel * 4 + 3] ?? 0) > 127 ? 0 : clear,
  );
  const picture = { width: 420, height: 120, labels, palette: [] };
  const map = findRegions(picture, 4);
  const outlines = map.regions
    .filter(({ label }) => label !== clear)
    .flatMap(({ id }) => outlinesOf(map, id, picture, true));
  const scale = letterHeight / 80;
  const margin = Math.min(width, height) * 0.055;
  const left = width - margin - letters * scale;
  const path = outlines.map((outline) => smoothPath(outline, 0.5, 1)).join('');
  return (
    `<g transform="translate(${left.toFixed(1)} ${(height - margin - 95 * scale).toFixed(1)}) scale(${scale.toFixed(4)})" ` +
    `fill-rule="evenodd"><path d="${path}" fill="none" stroke="#000" stroke-opacity=".25" stroke-width="8"/>` +
    `<path d="${path}" fill="#fff" fill-opacity=".6"/></g>`
  );
}

/** Scales the picture to the size at which it is traced. */
async function tracingSize(raster: Raster): Promise<Raster> {
  const longest = Math.max(raster.width, raster.height);
  const scale = Math.min(maxEnlargement, tracedSide / longest);
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  return resizeRaster(raster, side(raster.width), side(raster.height));
}

/** Traces a picture into an SVG of at most half a megabyte, as detailed as that allows. */
export async function traceRaster(
  raster: Raster,
  { seed, isMarked }: Pick<VectorizeRequest, 'seed' | 'isMarked'>,
  checkpoint: () => void,
): Promise<string> {
  const picture = await quantize(await tracingSize(raster), seed);
  const extra = isMarked ? markShapes(raster) : '';
  let svg = '';
  for (const detail of details) {
    checkpoint();
    const drawn = writeSvg(picture, raster, detail, extra);
    if (drawn === null) continue;
    svg = drawn;
    if (svg.length <= maxBytes) break;
  }
  return svg;
}

/** @throws MediaError `unreadable_media`, `media_too_large` */
export async function vectorize(
  request: VectorizeRequest,
  control: TaskControl,
): Promise<PictureWithThumbnail> {
  const raster = await readRaster(request.inputPath);
  control.progress(0.1);
  const svg = await traceRaster(raster, request, () => control.checkpoint());
  control.progress(0.9);
  await writeFile(request.outputPath, svg);
  const thumbnail = await writeThumbnail(Buffer.from(svg), request.thumbnailPath);
  return { width: raster.width, height: raster.height, thumbnail };
}
