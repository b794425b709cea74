import { clear, type Quantized } from './quantize.ts';

/** Connected pixels of one colour. */
interface Region {
  readonly label: number;
  /** Index of the region in the map. */
  readonly id: number;
  readonly area: number;
  /** First pixel in reading order; its upper left corner is on the outline. */
  readonly first: number;
}

export interface RegionMap {
  readonly ids: Int32Array;
  readonly regions: readonly Region[];
}

function neighboursOf(pixel: number, width: number, count: number): number[] {
  const x = pixel % width;
  const all = [x > 0 ? pixel - 1 : -1, x < width - 1 ? pixel + 1 : -1, pixel - width, pixel + width];
  return all.filter((next) => next >= 0 && next < count);
}

function mapRegions({
  width,
  labels,
}: Pick<Quantized, 'width' | 'labels'>): RegionMap & { pixels: number[][] } {
  const ids = new Int32Array(labels.length).fill(-1);
  const regions: Region[] = [];
  const pixels: number[][] = [];
  for (let first = 0; first < labels.length; first += 1) {
    if (ids[first] !== -1) continue;
    const id = regions.length;
    const label = labels[first] ?? clear;
    const own = [first];
    ids[first] = id;
    for (let index = 0; index < own.length; index += 1) {
      for (const next of neighboursOf(own[index] ?? 0, width, labels.length)) {
        if (ids[next] !== -1 || labels[next] !== label) continue;
        ids[next] = id;
        own.push(next);
      }
    }
    regions.push({ id, label, area: own.length, first });
    pixels.push(own);
  }
  return { ids, regions, pixels };
}

/** Returns the most frequent colour among a region's neighbours. */
function surroundingLabel(labels: Uint8Array, width: number, own: readonly number[], label: number): number {
  const votes = new Map<number, number>();
  for (const pixel of own) {
    for (const next of neighboursOf(pixel, width, labels.length)) {
      const other = labels[next] ?? clear;
      if (other !== label) votes.set(other, (votes.get(other) ?? 0) + 1);
    }
  }
  return [...votes].reduce((best, vote) => (vote[1] > best[1] ? vote : best), [label, 0])[0];
}

/** Divides a picture into regions. Merges those smaller than `minArea` pixels into their surroundings. */
export function findRegions(picture: Quantized, minArea: number): RegionMap {
  const labels = Uint8Array.from(picture.labels);
  for (let pass = 0; pass < 3; pass += 1) {
    const { regions, pixels } = mapRegions({ width: picture.width, labels });
    const small = regions.filter(({ area }) => area < minArea);
    if (small.length === 0) break;
    for (const { id, label } of small) {
      const own = pixels[id] ?? [];
      const next = surroundingLabel(labels, picture.width, own, label);
      for (const pixel of own) labels[pixel] = next;
    }
  }
  const { ids, regions } = mapRegions({ width: picture.width, labels });
  return { ids, regions };
}
