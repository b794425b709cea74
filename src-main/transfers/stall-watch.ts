import type { Clock } from '../platform.ts';

const windowMs = 30_000;
const leastBytesPerWindow = 30 * 1024;

/**
 * Calls `onStall` when less than 30 KiB move in 30 seconds.
 * @param movedBytes returns the total number of bytes moved.
 * @param wasHeldBack true if the transfer was kept waiting on purpose since the last call, which is no stall.
 * @returns the function that ends the watch.
 */
export function watchForStall(
  clock: Clock,
  movedBytes: () => number,
  wasHeldBack: () => boolean,
  onStall: () => void,
): () => void {
  let before = movedBytes();
  let cancel = clock.schedule(windowMs, check);
  function check(): void {
    const now = movedBytes();
    if (!wasHeldBack() && now - before < leastBytesPerWindow) {
      onStall();
      return;
    }
    before = now;
    cancel = clock.schedule(windowMs, check);
  }
  return () => {
    cancel();
  };
}
