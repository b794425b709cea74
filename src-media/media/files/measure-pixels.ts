import type { PictureMeasures } from './file-tools.ts';
import { lightnessOf, nameColor } from './name-color.ts';

/** A small picture as packed 8-bit sRGB. */
export interface SmallPicture {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

type PixelMeasures = Omit<PictureMeasures, 'width' | 'height'>;

/** Minimum share of a colour to be named; the first colour is always named. */
const minShare = 0.12;
const maxColors = 3;

/** Lightness of each pixel, 0 to 1. */
export function lightnessesOf({ rgb }: SmallPicture): Float32Array {
  const lightnesses = new Float32Array(rgb.length / 3);
  for (let index = 0; index < lightnesses.length; index += 1) {
    const at = index * 3;
    lightnesses[index] = lightnessOf(rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0);
  }
  return lightnesses;
}

function mainColors({ rgb }: SmallPicture): string[] {
  const counts = new Map<string, number>();
  for (let at = 0; at + 2 < rgb.length; at += 3) {
    const name = nameColor(rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const most = [...counts].sort((left, right) => right[1] - left[1]);
  return most
    .filter(([, count], index) => index === 0 || count >= (minShare * rgb.length) / 3)
    .slice(0, maxColors)
    .map(([name]) => name);
}

/** Returns the mean of the pixels that pass a test; 0 if there are none. */
function meanWhere(values: Float32Array, width: number, isIn: (x: number, y: number) => boolean): number {
  let sum = 0;
  let count = 0;
  for (let index = 0; index < values.length; index += 1) {
    if (!isIn(index % width, Math.floor(index / width))) continue;
    sum += values[index] ?? 0;
    count += 1;
  }
  return count === 0 ? 0 : sum / count;
}

function detailOf(values: Float32Array, width: number): number {
  let sum = 0;
  for (let index = 1; index < values.length; index += 1) {
    const value = values[index] ?? 0;
    if (index % width > 0) sum += Math.abs(value - (values[index - 1] ?? 0));
    if (index >= width) sum += Math.abs(value - (values[index - width] ?? 0));
  }
  return Math.min(1, (4 * sum) / Math.max(1, values.length));
}

/** Measures colours, light and detail of a reduced picture. */
export function measurePixels(picture: SmallPicture): PixelMeasures {
  const { width, height } = picture;
  const values = lightnessesOf(picture);
  const isCenter = (x: number, y: number) =>
    Math.abs((x + 0.5) / width - 0.5) < 0.22 && Math.abs((y + 0.5) / height - 0.5) < 0.22;
  const isUpper = (_x: number, y: number) => y < height / 2;
  return {
    colors: mainColors(picture),
    brightness: meanWhere(values, width, () => true),
    centerContrast: meanWhere(values, width, isCenter) - meanWhere(values, width, (x, y) => !isCenter(x, y)),
    verticalContrast: meanWhere(values, width, isUpper) - meanWhere(values, width, (x, y) => !isUpper(x, y)),
    detail: detailOf(values, width),
  };
}
