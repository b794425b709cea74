import type { PictureFacts } from '../image-tools.ts';
import { findRegions } from './find-regions.ts';
import { enclosedArea, type Outline, outlinesOf } from './outlines.ts';
import { clear, type Quantized } from './quantize.ts';
import { smoothPath } from './smooth-path.ts';

/** Level of detail of a trace. */
export interface TraceDetail {
  /** Minimum number of pixels in a region. Smaller ones are merged into their surroundings. */
  readonly minArea: number;
  /** Largest deviation of a curve, in pixels. */
  readonly tolerance: number;
}

/** Maximum number of shapes; more would exceed the size limit of a drawing. */
const maxRegions = 12_000;

interface TracedRegion {
  readonly label: number;
  readonly outlines: readonly Outline[];
}

function hexOf(color: readonly number[]): string {
  return `#${color.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * Traces the regions, largest first, so that an enclosed region is drawn over its surroundings without gaps. Null if
 * there are too many.
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
 * Draws a picture of few colours as filled shapes. A thin stroke in each shape's colour closes the seams to its
 * neighbours.
 *
 * @param extra markup drawn over it
 * @returns null if this level of detail needs too many shapes
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
