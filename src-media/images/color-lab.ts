import { linearOfByte } from '../pictures/color/oklab.ts';
import type { Raster } from './raster.ts';

const linear = Float32Array.from({ length: 256 }, (_, byte) => linearOfByte(byte));

/** Converts each pixel to Oklab: lightness 0 to 1 and two opponent axes. Equal distances look equally different. */
export function labOfRaster({ rgba }: Pick<Raster, 'rgba'>): Float32Array {
  const lab = new Float32Array((rgba.length / 4) * 3);
  for (let pixel = 0; pixel * 4 < rgba.length; pixel += 1) {
    const red = linear[rgba[pixel * 4] ?? 0] ?? 0;
    const green = linear[rgba[pixel * 4 + 1] ?? 0] ?? 0;
    const blue = linear[rgba[pixel * 4 + 2] ?? 0] ?? 0;
    const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
    const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
    const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
    lab[pixel * 3] = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
    lab[pixel * 3 + 1] = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
    lab[pixel * 3 + 2] = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  }
  return lab;
}

/** Returns the squared distance between two triples. */
export function labDistance(a: Float32Array, atA: number, b: Float32Array, atB: number): number {
  const l = (a[atA] ?? 0) - (b[atB] ?? 0);
  const x = (a[atA + 1] ?? 0) - (b[atB + 1] ?? 0);
  const y = (a[atA + 2] ?? 0) - (b[atB + 2] ?? 0);
  return l * l + x * x + y * y;
}
