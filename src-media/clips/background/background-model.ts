import type { YuvPicture } from '../../video/yuv-picture.ts';

/** Model of a clip's background, without anything in front. */
export interface BackgroundModel {
  /**
   * `steady`: the camera rests and each place has its own background. `plain`: the background has few colours, whatever
   * the camera does.
   */
  readonly kind: 'steady' | 'plain';
  /** Luma and chroma at each place of the small picture: three planes of full size, not subsampled. */
  readonly expected: Float32Array;
  /** Usual deviation of each place from `expected`, caused by noise and flicker. */
  readonly spread: Float32Array;
  readonly width: number;
  readonly height: number;
}

/** Expands the chroma planes to full size, which simplifies comparing. */
export function fullPlanes({ width, height, data }: YuvPicture): Float32Array {
  const planes = new Float32Array(width * height * 3);
  const count = width * height;
  for (let index = 0; index < count; index += 1) {
    const row = Math.floor(index / width);
    const chroma = (row >> 1) * (width >> 1) + ((index - row * width) >> 1);
    planes[index] = data[index] ?? 0;
    planes[count + index] = data[count + chroma] ?? 0;
    planes[2 * count + index] = data[count + (count >> 2) + chroma] ?? 0;
  }
  return planes;
}

/** Highest motion of the border that still counts as a resting camera. */
const steadyBorder = 9;

/** Learns the background of a clip from pictures sampled over its whole length. */
export function learnBackground(samples: readonly YuvPicture[]): BackgroundModel {
  const { width, height } = samples[0] ?? { width: 0, height: 0 };
  const planes = samples.map(fullPlanes);
  const { middle, spread } = medianOf(planes, width * height);
  const plain = plainColorOf(planes, width, height);
  const isSteady = samples.length >= 4 && borderMotion(planes, middle, width, height) < steadyBorder;
  const moved = share(spread, (value) => value > 12);
  // A speaker who hardly moves becomes part of the median picture; a plain colour is then more reliable.
  if (plain && (!isSteady || moved < 0.5)) return { kind: 'plain', ...plain, width, height };
  return { kind: 'steady', expected: middle, spread, width, height };
}

/** Returns the median of each place over all pictures, and the median deviation of its luma. */
function medianOf(
  planes: readonly Float32Array[],
  count: number,
): { middle: Float32Array; spread: Float32Array } {
  const middle = new Float32Array(count * 3);
  const spread = new Float32Array(count);
  const values = new Float32Array(planes.length);
  for (let at = 0; at < middle.length; at += 1) {
    for (let index = 0; index < planes.length; index += 1) values[index] = planes[index]?.[at] ?? 0;
    values.sort();
    const median = values[values.length >> 1] ?? 0;
    middle[at] = median;
    if (at >= count) continue;
    for (let index = 0; index < values.length; index += 1)
      values[index] = Math.abs((values[index] ?? 0) - median);
    values.sort();
    spread[at] = values[values.length >> 1] ?? 0;
  }
  return { middle, spread };
}

function borderIndices(width: number, height: number): number[] {
  const indices: number[] = [];
  const depth = Math.max(2, Math.round(height * 0.05));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isSide = (x < depth || x >= width - depth) && y < height * 0.7;
      if (y < depth || isSide) indices.push(y * width + x);
    }
  }
  return indices;
}

function borderMotion(
  planes: readonly Float32Array[],
  middle: Float32Array,
  width: number,
  height: number,
): number {
  const border = borderIndices(width, height);
  const motions = planes.map((picture) => {
    const differences = border
      .map((at) => Math.abs((picture[at] ?? 0) - (middle[at] ?? 0)))
      .sort((a, b) => a - b);
    return differences[Math.floor(differences.length * 0.8)] ?? 0;
  });
  return Math.max(0, ...motions);
}

/** Returns a background of one colour, with one tolerance everywhere, if the border is plain enough; else null. */
function plainColorOf(
  planes: readonly Float32Array[],
  width: number,
  height: number,
): { expected: Float32Array; spread: Float32Array } | null {
  const count = width * height;
  const border = borderIndices(width, height);
  const colors = [0, 1, 2].map((plane) => {
    const values = planes
      .flatMap((picture) => border.map((at) => picture[plane * count + at] ?? 0))
      .sort((a, b) => a - b);
    const at = (quantile: number): number => values[Math.floor(values.length * quantile)] ?? 0;
    return { middle: at(0.5), range: at(0.9) - at(0.1) };
  });
  const [luma, blue, red] = colors;
  if (!luma || !blue || !red || luma.range > 46 || blue.range > 18 || red.range > 18) return null;
  const expected = new Float32Array(count * 3);
  colors.forEach(({ middle }, plane) => expected.fill(middle, plane * count, (plane + 1) * count));
  return { expected, spread: new Float32Array(count).fill(luma.range / 3) };
}

function share(values: Float32Array, test: (value: number) => boolean): number {
  let count = 0;
  for (const value of values) if (test(value)) count += 1;
  return count / Math.max(1, values.length);
}
