import { Random } from '../pictures/random.ts';
import { labDistance } from './color-lab.ts';

const maxSamples = 12_000;
const rounds = 10;

/** Representative colours as consecutive triples, and the number of samples in each cluster. */
export interface Clusters {
  readonly centres: Float32Array;
  readonly counts: Uint32Array;
}

/** Returns the index of the nearest centre. */
export function nearestCentre(centres: Float32Array, lab: Float32Array, at: number): number {
  let best = 0;
  let bestDistance = Infinity;
  for (let centre = 0; centre < centres.length; centre += 3) {
    const distance = labDistance(centres, centre, lab, at);
    if (distance >= bestDistance) continue;
    bestDistance = distance;
    best = centre / 3;
  }
  return best;
}

/** Chooses distant start centres: the probability of each new one grows with its distance from the others. */
function seedCentres(samples: Float32Array, count: number, random: Random): Float32Array {
  const centres = new Float32Array(count * 3);
  const distances = new Float32Array(samples.length / 3).fill(Infinity);
  let chosen = Math.floor(random.next() * distances.length);
  for (let centre = 0; centre < count; centre += 1) {
    centres.set(samples.subarray(chosen * 3, chosen * 3 + 3), centre * 3);
    let total = 0;
    for (let index = 0; index < distances.length; index += 1) {
      const distance = labDistance(samples, index * 3, centres, centre * 3);
      distances[index] = Math.min(distances[index] ?? 0, distance);
      total += distances[index] ?? 0;
    }
    let rest = random.next() * total;
    chosen = distances.findIndex((distance) => (rest -= distance) <= 0);
    if (chosen < 0) chosen = 0;
  }
  return centres;
}

/**
 * Clusters colours with k-means.
 *
 * @param labs triples
 * @param count number of clusters, some of which may end up empty
 */
export function clusterColors(labs: Float32Array, count: number, seed: string): Clusters {
  const random = new Random(`clusters ${seed}`);
  const step = Math.max(1, Math.floor(labs.length / 3 / maxSamples));
  const samples = new Float32Array(Math.ceil(labs.length / 3 / step) * 3);
  for (let index = 0; index * 3 < samples.length; index += 1) {
    samples.set(labs.subarray(index * step * 3, index * step * 3 + 3), index * 3);
  }
  const centres = seedCentres(samples, count, random);
  let counts = new Uint32Array(count);
  for (let round = 0; round < rounds; round += 1) {
    const sums = new Float64Array(count * 3);
    counts = new Uint32Array(count);
    for (let at = 0; at < samples.length; at += 3) {
      const own = nearestCentre(centres, samples, at);
      counts[own] = (counts[own] ?? 0) + 1;
      for (let axis = 0; axis < 3; axis += 1)
        sums[own * 3 + axis] = (sums[own * 3 + axis] ?? 0) + (samples[at + axis] ?? 0);
    }
    for (let at = 0; at < centres.length; at += 1) {
      const members = counts[Math.floor(at / 3)] ?? 0;
      if (members > 0) centres[at] = (sums[at] ?? 0) / members;
    }
  }
  return { centres, counts };
}

/** Merges similar clusters and drops empty ones. @param least minimum distance of two separate clusters */
export function mergeClusters({ centres, counts }: Clusters, least: number): Clusters {
  const kept: { lab: number[]; count: number }[] = [];
  const order = [...counts.keys()].sort((left, right) => (counts[right] ?? 0) - (counts[left] ?? 0));
  for (const index of order) {
    const count = counts[index] ?? 0;
    if (count === 0) continue;
    const lab = [...centres.subarray(index * 3, index * 3 + 3)];
    const near = kept.find(
      (other) => Math.sqrt(labDistance(Float32Array.from(other.lab), 0, Float32Array.from(lab), 0)) < least,
    );
    if (near) near.count += count;
    else kept.push({ lab, count });
  }
  return {
    centres: Float32Array.from(kept.flatMap(({ lab }) => lab)),
    counts: Uint32Array.from(kept.map(({ count }) => count)),
  };
}
