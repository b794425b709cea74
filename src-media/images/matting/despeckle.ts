import type { Raster } from '../raster.ts';

/** Patches below this share of the picture, or of the largest patch, are noise. */
const minOfPicture = 0.0006;
const minOfLargest = 0.02;

interface Patch {
  readonly value: number;
  readonly pixels: readonly number[];
}

function patchesOf({ width }: Pick<Raster, 'width'>, mask: Uint8Array): Patch[] {
  const seen = new Uint8Array(mask.length);
  const patches: Patch[] = [];
  for (let start = 0; start < mask.length; start += 1) {
    if (seen[start] === 1) continue;
    const value = mask[start] ?? 0;
    const pixels = [start];
    seen[start] = 1;
    for (let index = 0; index < pixels.length; index += 1) {
      const pixel = pixels[index] ?? 0;
      const x = pixel % width;
      for (const next of [
        x > 0 ? pixel - 1 : -1,
        x < width - 1 ? pixel + 1 : -1,
        pixel - width,
        pixel + width,
      ]) {
        if (next < 0 || next >= mask.length || seen[next] === 1 || mask[next] !== value) continue;
        seen[next] = 1;
        pixels.push(next);
      }
    }
    patches.push({ value, pixels });
  }
  return patches;
}

/** Removes specks of subject in the background, and pinholes in the subject. */
export function despeckle(raster: Pick<Raster, 'width'>, mask: Uint8Array): Uint8Array {
  const patches = patchesOf(raster, mask);
  const largest = patches.reduce(
    (most, { value, pixels }) => (value === 1 ? Math.max(most, pixels.length) : most),
    0,
  );
  const clean = Uint8Array.from(mask);
  for (const { value, pixels } of patches) {
    const least = Math.max(mask.length * minOfPicture, value === 1 ? largest * minOfLargest : 0);
    if (pixels.length < least) for (const pixel of pixels) clean[pixel] = 1 - value;
  }
  return clean;
}
