import type { Raster } from '../raster.ts';
import { boxMean, fitToGuide } from './guided-filter.ts';

const radius = 3;
const smoothness = 0.0006;
/** Lower values become fully transparent, values above `highest` fully opaque. */
const lowest = 0.12;
const highest = 0.88;

/** Returns the brightness of each pixel, 0 to 1, weighted so that equally bright colours still differ. */
function guideOf({ rgba }: Raster): Float32Array {
  return Float32Array.from({ length: rgba.length / 4 }, (_, pixel) => {
    const at = pixel * 4;
    return ((rgba[at] ?? 0) * 0.35 + (rgba[at + 1] ?? 0) * 0.5 + (rgba[at + 2] ?? 0) * 0.15) / 255;
  });
}

/** Enlarges a grid by linear interpolation. */
function enlargeGrid(values: Float32Array, from: Raster, to: Raster): Float32Array {
  const large = new Float32Array(to.width * to.height);
  for (let y = 0; y < to.height; y += 1) {
    const row = Math.max(0, ((y + 0.5) * from.height) / to.height - 0.5);
    const top = Math.floor(row);
    const bottom = Math.min(from.height - 1, top + 1);
    for (let x = 0; x < to.width; x += 1) {
      const column = Math.max(0, ((x + 0.5) * from.width) / to.width - 0.5);
      const left = Math.floor(column);
      const right = Math.min(from.width - 1, left + 1);
      const at = (line: number, place: number) => values[line * from.width + place] ?? 0;
      const upper = at(top, left) + (at(top, right) - at(top, left)) * (column - left);
      const lower = at(bottom, left) + (at(bottom, right) - at(bottom, left)) * (column - left);
      large[y * to.width + x] = upper + (lower - upper) * (row - top);
    }
  }
  return large;
}

/** Estimates the background colours under the subject from those around it. */
function backgroundUnder(small: Raster, matte: Uint8Array): Float32Array[] {
  const clear = Float32Array.from(matte, (own) => 1 - own);
  const weights = boxMean(clear, small.width, small.height, 12);
  return [0, 1, 2].map((channel) => {
    const seen = clear.map((own, pixel) => own * (small.rgba[pixel * 4 + channel] ?? 0));
    const sums = boxMean(seen, small.width, small.height, 12);
    return sums.map((sum, pixel) => ((weights[pixel] ?? 0) > 0.001 ? sum / (weights[pixel] ?? 1) : -1));
  });
}

/**
 * Cuts the subject out of the full-size picture. Its outline follows the picture's edges. Removes the background's tint
 * from the edge colours.
 *
 * @param small the picture at the size of the matte
 */
export function cutOut(raster: Raster, small: Raster, matte: Uint8Array): Raster {
  const soft = boxMean(Float32Array.from(matte), small.width, small.height, 1);
  const lines = fitToGuide(guideOf(small), soft, small, { radius, smoothness });
  const slopes = enlargeGrid(lines.slopes, small, raster);
  const offsets = enlargeGrid(lines.offsets, small, raster);
  const trust = enlargeGrid(soft, small, raster);
  const guide = guideOf(raster);
  const behind = backgroundUnder(small, matte);
  const rgba = Buffer.from(raster.rgba);
  for (let pixel = 0; pixel < guide.length; pixel += 1) {
    const fitted = (slopes[pixel] ?? 0) * (guide[pixel] ?? 0) + (offsets[pixel] ?? 0);
    const own = trust[pixel] ?? 0;
    // Away from the outline the matte is exact.
    const alpha =
      own > 0.995 ? 1 : own < 0.005 ? 0 : Math.max(0, Math.min(1, (fitted - lowest) / (highest - lowest)));
    rgba[pixel * 4 + 3] = Math.round(alpha * 255);
    // Clears invisible pixels, so that the file does not contain the background.
    if (alpha === 0) rgba.fill(0, pixel * 4, pixel * 4 + 3);
    if (alpha > 0.02 && alpha < 0.98)
      cleanEdge(rgba, pixel, alpha, backgroundAt(behind, raster, small, pixel));
  }
  return { ...raster, rgba };
}

function backgroundAt(
  behind: readonly Float32Array[],
  raster: Raster,
  small: Raster,
  pixel: number,
): number[] {
  const x = Math.floor(((pixel % raster.width) * small.width) / raster.width);
  const y = Math.floor((Math.floor(pixel / raster.width) * small.height) / raster.height);
  return behind.map((channel) => channel[y * small.width + x] ?? -1);
}

function cleanEdge(rgba: Buffer, pixel: number, alpha: number, background: readonly number[]): void {
  const share = Math.max(0.25, alpha);
  background.forEach((behind, channel) => {
    if (behind < 0) return;
    const seen = rgba[pixel * 4 + channel] ?? 0;
    rgba[pixel * 4 + channel] = Math.max(0, Math.min(255, Math.round((seen - (1 - share) * behind) / share)));
  });
}
