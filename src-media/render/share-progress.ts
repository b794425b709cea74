/**
 * Makes one progress of the progress of several tasks.
 *
 * @param shares of each task in the whole; their sum is 1
 * @returns for each task by its index the function that takes its own progress from 0 to 1
 */
export function shareProgress(
  onProgress: ((fraction: number) => void) | undefined,
  shares: readonly number[],
): (index: number) => (fraction: number) => void {
  const done = shares.map(() => 0);
  return (index) => (fraction) => {
    done[index] = fraction * (shares[index] ?? 0);
    onProgress?.(
      Math.min(
        1,
        done.reduce((sum, share) => sum + share, 0),
      ),
    );
  };
}
