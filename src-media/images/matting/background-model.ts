import { clusterColors, mergeClusters } from '../color-clusters.ts';
import { labDistance, labOfRaster } from '../color-lab.ts';
import type { Raster } from '../raster.ts';

/** Width of the border, as a share of the short side. */
const borderShare = 0.025;
/** Length of the border's lower part on each side, as a share of the width. */
const cornerShare = 0.12;
/** Distance to a border colour below which a pixel surely is background, and above which it surely is not. */
const near = 0.035;
const far = 0.16;
/** Largest step between neighbours within a soft background. */
const softStep = 0.022;
/** Difference across two pixels above which an outline runs between. The flood crosses it only in border colours. */
const outlineStep = 0.04;

/** First estimate, before colours of subject and background are separated. */
export interface BackgroundGuess {
  readonly lab: Float32Array;
  /** Distance of each pixel to the nearest colour of the border. */
  readonly distances: Float32Array;
  /** 1 where the flood from the border reached a pixel. */
  readonly reached: Uint8Array;
}

/** Returns the indices of the border pixels. Excludes the middle of the lower edge, where subjects often continue. */
function borderPixels({ width, height }: Raster): number[] {
  const depth = Math.max(1, Math.round(Math.min(width, height) * borderShare));
  const corner = Math.max(depth, Math.round(width * cornerShare));
  const pixels: number[] = [];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const fromSide = Math.min(x, width - 1 - x);
      const isAtFoot = height - 1 - y < depth && fromSide < corner;
      if (Math.min(fromSide, y) < depth || isAtFoot) pixels.push(y * width + x);
    }
  }
  return pixels;
}

/** Returns the colours of the border. Drops rare ones, which belong to a subject cut by the frame. */
function borderColors(lab: Float32Array, border: readonly number[]): Float32Array {
  const samples = Float32Array.from(border.flatMap((pixel) => [...lab.subarray(pixel * 3, pixel * 3 + 3)]));
  const { centres, counts } = mergeClusters(clusterColors(samples, 8, 'border'), 0.03);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const kept = [...counts.keys()].filter((index) => (counts[index] ?? 0) > total * 0.07);
  return Float32Array.from(kept.flatMap((index) => [...centres.subarray(index * 3, index * 3 + 3)]));
}

function distancesTo(centres: Float32Array, lab: Float32Array): Float32Array {
  const distances = new Float32Array(lab.length / 3);
  for (let pixel = 0; pixel < distances.length; pixel += 1) {
    let best = Infinity;
    for (let centre = 0; centre < centres.length; centre += 3) {
      best = Math.min(best, labDistance(centres, centre, lab, pixel * 3));
    }
    distances[pixel] = Math.sqrt(best);
  }
  return distances;
}

/** Marks outlines with 1: pixels whose left and right, or upper and lower, neighbours differ clearly. */
function outlinesOf({ width, height }: Pick<Raster, 'width' | 'height'>, lab: Float32Array): Uint8Array {
  const outlines = new Uint8Array(width * height);
  const isApart = (one: number, other: number) =>
    labDistance(lab, one * 3, lab, other * 3) > outlineStep ** 2;
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const pixel = y * width + x;
      if (isApart(pixel - 1, pixel + 1) || isApart(pixel - width, pixel + width)) outlines[pixel] = 1;
    }
  }
  return outlines;
}

/** Returns the four neighbours of a pixel. */
function neighboursOf(pixel: number, width: number, height: number): number[] {
  const x = pixel % width;
  const beside = [x > 0 ? pixel - 1 : -1, x < width - 1 ? pixel + 1 : -1, pixel - width, pixel + width];
  return beside.filter((next) => next >= 0 && next < width * height);
}

/**
 * Floods from the border over similar pixels. A pixel qualifies if it is close to a border colour. In gradients and
 * shadows it also qualifies a soft step away from a reached neighbour, if not far from the border's colours.
 */
function flood(
  { width, height }: Pick<Raster, 'width' | 'height'>,
  lab: Float32Array,
  distances: Float32Array,
  border: readonly number[],
): Uint8Array {
  const reached = new Uint8Array(width * height);
  const outlines = outlinesOf({ width, height }, lab);
  const stack = border.filter((pixel) => (distances[pixel] ?? 1) < near * 1.6);
  for (const pixel of stack) reached[pixel] = 1;
  while (stack.length > 0) {
    const pixel = stack.pop() ?? 0;
    for (const next of neighboursOf(pixel, width, height)) {
      if (reached[next] === 1) continue;
      const distance = distances[next] ?? 1;
      const isSoft = distance < far && Math.sqrt(labDistance(lab, pixel * 3, lab, next * 3)) < softStep;
      if (distance >= near && !isSoft) continue;
      reached[next] = 1;
      // An outline may be background itself, but the flood crosses it only where it has a border colour.
      if (outlines[next] === 0 || distance < near) stack.push(next);
    }
  }
  return reached;
}

/** Estimates the background from the borders inwards. */
export function guessBackground(raster: Raster): BackgroundGuess {
  const lab = labOfRaster(raster);
  const border = borderPixels(raster);
  const distances = distancesTo(borderColors(lab, border), lab);
  return { lab, distances, reached: flood(raster, lab, distances, border) };
}
