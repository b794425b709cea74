import type { Clock } from '../platform.ts';

const windowMs = 30_000;
const leastBytesPerWindow = 30 * 1024;

/**
 * Calls `onStall` when less than 30 KiB arrive in 30 seconds.
 * @param receivedBytes tells what has arrived in all.
 * @returns the function that ends the watch.
 */
export function watchForStall(clock: Clock, receivedBytes: () => number, onStall: () => void): () => void {
  let before = receivedBytes();
  let callOff = clock.schedule(windowMs, look);
  function look(): void {
    const now = receivedBytes();
    if (now - before < leastBytesPerWindow) {
      onStall();
      return;
    }
    before = now;
    callOff = clock.schedule(windowMs, look);
  }
  return () => {
    callOff();
  };
}
