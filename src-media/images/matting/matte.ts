import { clusterColors } from '../color-clusters.ts';
import { labDistance } from '../color-lab.ts';
import type { Raster } from '../raster.ts';
import { guessBackground } from './background-model.ts';
import { despeckle } from './despeckle.ts';

const rounds = 3;
const colorsEach = 6;
/** Weight of similar neighbours against a pixel's own colour. */
const bond = 1.4;
/** Smallest and largest share of the picture that counts as a subject. */
const minShare = 0.004;
const maxShare = 0.985;

function colorsWhere(lab: Float32Array, mask: Uint8Array, value: number, seed: string): Float32Array {
  const pixels: number[] = [];
  mask.forEach((own, pixel) => {
    if (own === value) pixels.push(pixel);
  });
  const samples = new Float32Array(pixels.length * 3);
  pixels.forEach((pixel, index) => samples.set(lab.subarray(pixel * 3, pixel * 3 + 3), index * 3));
  return clusterColors(samples, Math.min(colorsEach, Math.max(1, pixels.length)), seed).centres;
}

function minDistance(centres: Float32Array, lab: Float32Array, pixel: number): number {
  let best = Infinity;
  for (let centre = 0; centre < centres.length; centre += 3) {
    best = Math.min(best, labDistance(centres, centre, lab, pixel * 3));
  }
  return best;
}

/** Returns how much likelier each pixel's colour belongs to the subject than to the background, from -4 to 4. */
function evidence(lab: Float32Array, subject: Uint8Array): Float32Array {
  const inside = colorsWhere(lab, subject, 1, 'subject');
  const outside = colorsWhere(lab, subject, 0, 'background');
  return Float32Array.from(subject, (_, pixel) => {
    const spread = 0.004;
    const difference = minDistance(outside, lab, pixel) - minDistance(inside, lab, pixel);
    return Math.max(-4, Math.min(4, difference / spread));
  });
}

/** Makes neighbours of similar colour agree, in several passes over all pixels. */
function settle(
  raster: Raster,
  lab: Float32Array,
  evidenceOf: Float32Array,
  start: Uint8Array,
  held: Uint8Array,
): Uint8Array {
  const { width } = raster;
  const subject = Uint8Array.from(start);
  for (let pass = 0; pass < 6; pass += 1) {
    for (let pixel = 0; pixel < subject.length; pixel += 1) {
      if (held[pixel] === 1) continue;
      const x = pixel % width;
      let vote = evidenceOf[pixel] ?? 0;
      for (const next of [
        x > 0 ? pixel - 1 : -1,
        x < width - 1 ? pixel + 1 : -1,
        pixel - width,
        pixel + width,
      ]) {
        if (next < 0 || next >= subject.length) continue;
        const likeness = Math.exp(-labDistance(lab, pixel * 3, lab, next * 3) / 0.0035);
        vote += bond * likeness * (subject[next] === 1 ? 1 : -1);
      }
      subject[pixel] = vote > 0 ? 1 : 0;
    }
  }
  return subject;
}

/**
 * Separates the subject from the background. Starts with the pixels the background flood did not reach, then refines by
 * colour and connectedness. Null if the picture shows no subject in front of a background.
 *
 * @returns 1 for the subject, 0 for the background
 */
export function matteOf(raster: Raster, checkpoint: () => void): Uint8Array | null {
  const { lab, distances, reached } = guessBackground(raster);
  const isFar = (pixel: number) => (distances[pixel] ?? 0) > 0.16;
  let subject: Uint8Array = reached.map((isReached) => 1 - isReached);
  // Keeps pixels fixed that the flood reached and that match a border colour.
  const held = reached.map((isReached, pixel) => (isReached === 1 && (distances[pixel] ?? 0) < 0.03 ? 1 : 0));
  for (let round = 0; round < rounds && subject.includes(1) && subject.includes(0); round += 1) {
    checkpoint();
    const votes = evidence(lab, subject).map((vote, pixel) =>
      reached[pixel] === 0 ? vote + (isFar(pixel) ? 3 : 2.2) : vote - 1.2,
    );
    subject = settle(raster, lab, votes, subject, held);
  }
  subject = despeckle(raster, subject);
  const share = subject.reduce<number>((sum, own) => sum + own, 0) / subject.length;
  return share < minShare || share > maxShare ? null : subject;
}
