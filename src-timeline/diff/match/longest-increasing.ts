/** Returns the indexes of a longest increasing subsequence, by patience sorting. */
export function longestIncreasing(values: readonly number[]): ReadonlySet<number> {
  const tails: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [index, value] of values.entries()) {
    const length = firstNotBelow(tails, values, value);
    previous.push(tails[length - 1]);
    tails[length] = index;
  }
  const kept = new Set<number>();
  for (let index = tails.at(-1); index !== undefined; index = previous[index]) kept.add(index);
  return kept;
}

function firstNotBelow(tails: readonly number[], values: readonly number[], value: number): number {
  let low = 0;
  let high = tails.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[tails[middle] ?? 0] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
