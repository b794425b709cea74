import sharp from 'sharp';
import { clusterColors, mergeClusters, nearestCentre } from '../color-clusters.ts';
import { labOfRaster } from '../color-lab.ts';
import { type Raster, sharpOf } from '../raster.ts';

const maxColors = 20;
/** Colours closer than this are merged. */
const minDistance = 0.035;
/** Label of transparent pixels. */
export const clear = 255;

/** A picture reduced to few colours. */
export interface Quantized {
  readonly width: number;
  readonly height: number;
  /** Colour index of each pixel, or `clear`. */
  readonly labels: Uint8Array;
  /** Red, green and blue of each colour. */
  readonly palette: readonly (readonly [number, number, number])[];
}

/** Applies a median filter, so that grain and compression are not traced as specks. */
async function removeGrain(raster: Raster): Promise<Raster> {
  const { width, height } = raster;
  const rgb = await sharp(await sharpOf(raster).removeAlpha().raw().toBuffer(), {
    raw: { width, height, channels: 3 },
  })
    .median(3)
    .ensureAlpha()
    .raw()
    .toBuffer();
  return { width, height, rgba: rgb };
}

/** Returns the mean colour of each label's pixels. */
function paletteOf(raster: Raster, labels: Uint8Array, count: number): [number, number, number][] {
  const sums = Array.from({ length: count }, () => [0, 0, 0, 0]);
  labels.forEach((label, pixel) => {
    const sum = sums[label];
    if (!sum) return;
    for (let channel = 0; channel < 3; channel += 1)
      sum[channel] = (sum[channel] ?? 0) + (raster.rgba[pixel * 4 + channel] ?? 0);
    sum[3] = (sum[3] ?? 0) + 1;
  });
  return sums.map(([red = 0, green = 0, blue = 0, members = 0]) => {
    const mean = (sum: number) => Math.round(sum / Math.max(1, members));
    return [mean(red), mean(green), mean(blue)];
  });
}

/** Reduces a picture to its few main colours and labels each pixel. */
export async function quantize(raster: Raster, seed: string): Promise<Quantized> {
  const quiet = await removeGrain(raster);
  const lab = labOfRaster(quiet);
  const { centres } = mergeClusters(clusterColors(lab, maxColors, seed), minDistance);
  const labels = new Uint8Array(raster.width * raster.height);
  for (let pixel = 0; pixel < labels.length; pixel += 1) {
    const isClear = (raster.rgba[pixel * 4 + 3] ?? 0) < 128;
    labels[pixel] = isClear ? clear : nearestCentre(centres, lab, pixel * 3);
  }
  const palette = paletteOf(quiet, labels, centres.length / 3);
  return { width: raster.width, height: raster.height, labels, palette };
}
