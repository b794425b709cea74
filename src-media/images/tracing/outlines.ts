import type { RegionMap } from './find-regions.ts';

/** Corners of pixels as alternating x and y; the last connects to the first. */
export type Outline = number[];

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Right, down, left, up. */
const steps = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

/**
 * Follows the cracks between pixels with the region on the right, from a pixel's upper edge back to it.
 *
 * @param seen called for every upper edge on the way
 */
function walk(
  isInside: (x: number, y: number) => boolean,
  startX: number,
  startY: number,
  seen: (x: number, y: number) => void,
): Outline {
  const outline: Outline = [];
  let x = startX;
  let y = startY;
  let direction = 0;
  do {
    outline.push(x, y);
    if (direction === 0) seen(x, y);
    [x, y] = [x + (steps[direction]?.[0] ?? 0), y + (steps[direction]?.[1] ?? 0)];
    direction = turn(isInside, x, y, direction);
  } while (x !== startX || y !== startY || direction !== 0);
  return outline;
}

/** Returns the pixels to the right and left of the crack that leaves a corner in a direction. */
function sidesOf(x: number, y: number, direction: number): [[number, number], [number, number]] {
  if (direction === 0)
    return [
      [x, y],
      [x, y - 1],
    ];
  if (direction === 1)
    return [
      [x - 1, y],
      [x, y],
    ];
  if (direction === 2)
    return [
      [x - 1, y - 1],
      [x - 1, y],
    ];
  return [
    [x, y - 1],
    [x - 1, y - 1],
  ];
}

/** Returns the next direction at a corner. Prefers right, so that diagonal neighbours stay separate. */
function turn(isInside: (x: number, y: number) => boolean, x: number, y: number, direction: number): number {
  for (const change of [1, 0, 3]) {
    const next = (direction + change) % 4;
    const [right, left] = sidesOf(x, y, next);
    if (isInside(...right) && !isInside(...left)) return next;
  }
  return (direction + 2) % 4;
}

/** Returns a region's outer outline and, with `withHoles`, the outlines of its holes. */
export function outlinesOf(
  { ids, regions }: RegionMap,
  id: number,
  { width, height }: Size,
  withHoles: boolean,
): Outline[] {
  const region = regions[id];
  if (!region) return [];
  const isInside = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && ids[y * width + x] === id;
  const walked = new Set<number>();
  const seen = (x: number, y: number) => void walked.add(y * (width + 1) + x);
  const firstX = region.first % width;
  const firstY = Math.floor(region.first / width);
  const outlines = [walk(isInside, firstX, firstY, seen)];
  if (!withHoles) return outlines;
  for (let y = firstY; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isTopEdge = isInside(x, y) && !isInside(x, y - 1);
      if (isTopEdge && !walked.has(y * (width + 1) + x)) outlines.push(walk(isInside, x, y, seen));
    }
  }
  return outlines;
}

/** Returns twice the area an outline encloses. */
export function enclosedArea(outline: Outline): number {
  let sum = 0;
  for (let at = 0; at < outline.length; at += 2) {
    const next = (at + 2) % outline.length;
    sum += (outline[at] ?? 0) * (outline[next + 1] ?? 0) - (outline[next] ?? 0) * (outline[at + 1] ?? 0);
  }
  return Math.abs(sum);
}
