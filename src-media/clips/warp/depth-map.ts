import type { YuvPicture } from '../../video/yuv-picture.ts';
import { blurGrid } from './blur-grid.ts';
import { createMesh } from './mesh.ts';

/** Estimated depth of each node of a mesh: 0 far to 1 near. */
export interface DepthMap {
  readonly columns: number;
  readonly rows: number;
  readonly values: Float32Array;
}

/**
 * Estimates the depth of a still from common properties of pictures. Detailed areas that stand out in the middle are
 * near, as is the ground at the lower edge. Areas that look like the upper border are far. The map follows the edges of
 * the picture and has no steps, so that warping does not tear it.
 */
export function estimateDepth(
  picture: YuvPicture,
  frame: { readonly width: number; readonly height: number },
): DepthMap {
  const { columns, rows } = createMesh(frame.width, frame.height);
  const luma = shrink(picture.data, picture.width, picture.height, 0, columns, rows);
  const chromaStart = picture.width * picture.height;
  const chromaSize = chromaStart / 4;
  const blue = shrink(picture.data, picture.width / 2, picture.height / 2, chromaStart, columns, rows);
  const red = shrink(
    picture.data,
    picture.width / 2,
    picture.height / 2,
    chromaStart + chromaSize,
    columns,
    rows,
  );
  const far = borderColor([luma, blue, red], columns, rows);
  const values = new Float32Array(columns * rows);
  for (let index = 0; index < values.length; index += 1) {
    const x = (index % columns) / (columns - 1);
    const y = Math.floor(index / columns) / (rows - 1);
    const contrast = Math.hypot(
      ((luma[index] ?? 0) - (far[0] ?? 0)) / 90,
      ((blue[index] ?? 0) - (far[1] ?? 0)) / 40,
      ((red[index] ?? 0) - (far[2] ?? 0)) / 40,
    );
    const middle = Math.exp(-((x - 0.5) ** 2 / 0.09 + (y - 0.52) ** 2 / 0.12));
    const ground = y ** 1.6;
    values[index] = 0.34 * ground + 0.3 * middle + 0.36 * Math.min(1, contrast) * (0.45 + 0.55 * middle);
  }
  return { columns, rows, values: normalized(followEdges(values, luma, columns, rows)) };
}

/** Reduces a plane to a grid. Each value is the mean of the 4 × 4 samples in the upper left corner of its block. */
function shrink(
  data: Uint8Array,
  width: number,
  height: number,
  start: number,
  columns: number,
  rows: number,
): Float32Array {
  const grid = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const left = Math.min(width - 4, Math.floor((column / columns) * width));
      const top = Math.min(height - 4, Math.floor((row / rows) * height));
      let sum = 0;
      for (let index = 0; index < 16; index += 1) {
        sum += data[start + (top + (index >> 2)) * width + left + (index & 3)] ?? 0;
      }
      grid[row * columns + column] = sum / 16;
    }
  }
  return grid;
}

/** Returns the median of each plane along the upper edge and the upper halves of the sides. */
function borderColor(planes: readonly Float32Array[], columns: number, rows: number): number[] {
  return planes.map((plane) => {
    const seen: number[] = [];
    for (let column = 0; column < columns; column += 1) seen.push(plane[column] ?? 0);
    for (let row = 0; row < rows / 2; row += 1) {
      seen.push(plane[row * columns] ?? 0, plane[row * columns + columns - 1] ?? 0);
    }
    seen.sort((a, b) => a - b);
    return seen[seen.length >> 1] ?? 0;
  });
}

/** Applies a guided filter: depth is smooth in smooth parts of the picture and may change at its edges. */
function followEdges(depth: Float32Array, luma: Float32Array, columns: number, rows: number): Float32Array {
  const radius = Math.max(2, Math.round(columns / 18));
  const guide = luma.map((value) => value / 255);
  const mean = (values: Float32Array): Float32Array => blurGrid(values, columns, rows, radius);
  const meanGuide = mean(guide);
  const meanDepth = mean(depth);
  const covariance = mean(guide.map((value, index) => value * (depth[index] ?? 0)));
  const variance = mean(guide.map((value) => value * value));
  const slope = variance.map((value, index) => {
    const own = meanGuide[index] ?? 0;
    return ((covariance[index] ?? 0) - own * (meanDepth[index] ?? 0)) / (value - own * own + 0.01);
  });
  const offset = slope.map((value, index) => (meanDepth[index] ?? 0) - value * (meanGuide[index] ?? 0));
  const slopes = mean(slope);
  const offsets = mean(offset);
  const followed = guide.map((value, index) => (slopes[index] ?? 0) * value + (offsets[index] ?? 0));
  return blurGrid(followed, columns, rows, Math.max(2, Math.round(columns / 14)));
}

function normalized(values: Float32Array): Float32Array {
  const sorted = values.toSorted();
  const low = sorted[Math.floor(sorted.length * 0.03)] ?? 0;
  const high = sorted[Math.floor(sorted.length * 0.97)] ?? 1;
  const range = Math.max(0.08, high - low);
  return values.map((value) => Math.max(0, Math.min(1, (value - low) / range)));
}
