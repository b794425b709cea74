/** A change this large, and this many times what is usual around it, is a cut. */
const leastCutChange = 0.08;
const leastCutFactor = 4;
const neighbours = 6;

/** Mean absolute difference of two pictures, 0 to 1. */
function changeBetween(before: Float32Array, after: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < after.length; index += 1) {
    sum += Math.abs((after[index] ?? 0) - (before[index] ?? 0));
  }
  return after.length === 0 ? 0 : sum / after.length;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[sorted.length >> 1] ?? 0;
}

/**
 * Hard cuts and motion in a row of small pictures that follow each other closely.
 *
 * @param pictures lightnesses of 0 to 1, all of one size
 * @returns motion as the mean change from picture to picture without the cuts, 0 to 1
 */
export function findCuts(pictures: readonly Float32Array[]): { cutCount: number; motion: number } {
  const changes = pictures.slice(1).map((picture, index) => {
    return changeBetween(pictures[index] ?? picture, picture);
  });
  const isCut = changes.map((change, index) => {
    const around = changes.slice(Math.max(0, index - neighbours), index + neighbours + 1);
    const usual = median(around.filter((_, at) => at !== Math.min(index, neighbours)));
    return change >= leastCutChange && change >= leastCutFactor * usual;
  });
  const steady = changes.filter((_, index) => !isCut[index]);
  return {
    cutCount: isCut.filter(Boolean).length,
    motion: steady.reduce((sum, change) => sum + change, 0) / Math.max(1, steady.length),
  };
}
