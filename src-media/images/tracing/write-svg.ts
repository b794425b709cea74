import type { PictureFacts } from '../image-tools.ts';
import { findRegions } from './find-regions.ts';
import { enclosedArea, type Outline, outlinesOf } from './outlines.ts';
import { clear, type Quantized } from './quantize.ts';
import { smoothPath } from './smooth-path.ts';

/** How finely a picture is traced. */
export interface TraceDetail {
  /** Regions with fewer pixels are left out. */
  readonly minArea: number;
  /** How far a curve may be off, in pixels. */
  readonly tolerance: number;
}

/** More shapes than this come to more than a drawing may have. */
const maxRegions = 12_000;

interface TracedRegion {
  readonly label: number;
  readonly outlines: readonly Outline[];
}

function hexOf(color: readonly number[]): string {
  return `#${color.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * Larger ones first: what lies within another region is drawn over it, and nothing shines through between them.
 * Null for too many.
 */
function traceRegions(picture: Quantized, minArea: number): TracedRegion[] | null {
  const map = findRegions(picture, minArea);
  if (map.regions.length > maxRegions) return null;
  const hasClear = map.regions.some(({ label }) => label === clear);
  const traced = map.regions
    .filter(({ label }) => label !== clear)
    .map(({ id, label }) => ({ label, outlines: outlinesOf(map, id, picture, hasClear) }));
  const areaOf = ({ outlines }: TracedRegion) => enclosedArea(outlines[0] ?? []);
  return traced
    .map((region) => ({ region, area: areaOf(region) }))
    .sort((left, right) => right.area - left.area)
    .map(({ region }) => region);
}

/**
 * Draws a picture of few colours as filled shapes. Every shape has a hair of its own colour around it, which closes
 * the seams to its neighbours.
 * @param extra markup drawn over it
 * @returns null where this detail comes to too many shapes
 */
export function writeSvg(
  picture: Quantized,
  size: PictureFacts,
  detail: TraceDetail,
  extra: string,
): string | null {
  const scale = size.width / picture.width;
  const regions = traceRegions(picture, detail.minArea);
  if (!regions) return null;
  const shapes: string[] = [];
  let runLabel = -1;
  let run = '';
  const flush = () => {
    const color = hexOf(picture.palette[runLabel] ?? [0, 0, 0]);
    if (run !== '') shapes.push(`<path fill="${color}" stroke="${color}" d="${run}"/>`);
    run = '';
  };
  for (const { label, outlines } of regions) {
    if (label !== runLabel) flush();
    runLabel = label;
    run += outlines.map((outline) => smoothPath(outline, detail.tolerance, scale)).join('');
  }
  flush();
  const { width, height } = size;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<g fill-rule="evenodd" stroke-width="${Math.round(scale * 8) / 10}" stroke-linejoin="round">${shapes.join('')}</g>${extra}</svg>\n`
  );
}
