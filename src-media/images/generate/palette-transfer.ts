import { labOfRaster } from '../color-lab.ts';
import type { Raster } from '../raster.ts';

/** Mean and spread of lightness and of the two opponent axes. */
export interface ColorMood {
  readonly means: readonly number[];
  readonly spreads: readonly number[];
}

/** Measures the overall colours of a picture. Ignores transparent pixels. */
export function moodOf(raster: Raster): ColorMood {
  const lab = labOfRaster(raster);
  const axes = [0, 1, 2].map((axis) => {
    let sum = 0;
    let squares = 0;
    let count = 0;
    for (let pixel = 0; pixel * 3 < lab.length; pixel += 1) {
      if ((raster.rgba[pixel * 4 + 3] ?? 0) < 128) continue;
      const value = lab[pixel * 3 + axis] ?? 0;
      sum += value;
      squares += value * value;
      count += 1;
    }
    const mean = sum / Math.max(1, count);
    return { mean, spread: Math.sqrt(Math.max(0, squares / Math.max(1, count) - mean * mean)) };
  });
  return { means: axes.map(({ mean }) => mean), spreads: axes.map(({ spread }) => spread) };
}

/** Averages several moods. */
export function blendMoods(moods: readonly [ColorMood, ...ColorMood[]]): ColorMood {
  const mean = (pick: (mood: ColorMood) => readonly number[]) =>
    [0, 1, 2].map((axis) => moods.reduce((sum, mood) => sum + (pick(mood)[axis] ?? 0), 0) / moods.length);
  return { means: mean((mood) => mood.means), spreads: mean((mood) => mood.spreads) };
}

function byteOf(light: number): number {
  const bounded = Math.max(0, Math.min(1, light));
  return Math.round(255 * (bounded <= 0.0031308 ? bounded * 12.92 : 1.055 * bounded ** (1 / 2.4) - 0.055));
}

function writeLab(rgba: Buffer, at: number, lightness: number, a: number, b: number): void {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  rgba[at] = byteOf(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  rgba[at + 1] = byteOf(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  rgba[at + 2] = byteOf(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
}

/**
 * Transfers another picture's colour mood: shifts the means and scales the contrasts (Reinhard's transfer, in Oklab).
 *
 * @param share 0 changes nothing, 1 applies it fully
 */
export function transferMood(raster: Raster, wanted: ColorMood, share: number): Raster {
  const own = moodOf(raster);
  const lab = labOfRaster(raster);
  const rgba = Buffer.from(raster.rgba);
  const scales = own.spreads.map((spread, axis) => {
    const scale = Math.max(0.5, Math.min(2, (wanted.spreads[axis] ?? spread) / Math.max(0.01, spread)));
    return 1 + (scale - 1) * share;
  });
  const shifts = own.means.map((mean, axis) => ((wanted.means[axis] ?? mean) - mean) * share);
  for (let pixel = 0; pixel * 4 < rgba.length; pixel += 1) {
    const [lightness = 0, a = 0, b = 0] = [0, 1, 2].map((axis) => {
      const mean = own.means[axis] ?? 0;
      return ((lab[pixel * 3 + axis] ?? 0) - mean) * (scales[axis] ?? 1) + mean + (shifts[axis] ?? 0);
    });
    writeLab(rgba, pixel * 4, lightness, a, b);
  }
  return { ...raster, rgba };
}
