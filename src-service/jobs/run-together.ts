import type { TaskOptions } from '@dailies/media';

/**
 * Runs a task for every item in parallel; the media engine limits how many run at once. The first failure aborts the
 * others and is thrown after all have ended. Progress covers all items together.
 */
export async function runTogether<Item, Result>(
  items: readonly Item[],
  options: { readonly signal: AbortSignal; readonly onProgress: (fraction: number) => void },
  task: (item: Item, index: number, options: TaskOptions) => Promise<Result>,
): Promise<Result[]> {
  const failure = new AbortController();
  const signal = AbortSignal.any([options.signal, failure.signal]);
  const fractions = items.map(() => 0);
  const report = (index: number, fraction: number) => {
    fractions[index] = fraction;
    options.onProgress(fractions.reduce((sum, value) => sum + value, 0) / items.length);
  };
  const errors: unknown[] = [];
  const outcomes = items.map(async (item, index) => {
    try {
      const result = await task(item, index, { signal, onProgress: (fraction) => report(index, fraction) });
      report(index, 1);
      return [result];
    } catch (error) {
      errors.push(error);
      failure.abort();
      return [];
    }
  });
  const results = await Promise.all(outcomes);
  if (errors.length > 0) throw errors[0];
  return results.flat();
}
