import { settleWithin } from '../../../foundation/settle-within.ts';
import { stopErrorOf, throwIfStopped } from '../../../foundation/wait.ts';
import type { Clock } from '../../../platform.ts';
import { stalledError, StallGuard } from './stall-guard.ts';
import { UnpackBoard } from './unpack-board.ts';
import type { UnpackOrder } from './unpack-order.ts';
import type { PoolListener, UnpackPool } from './unpack-pool.ts';

/** How to monitor and stop a pool. */
export interface PoolSupervision {
  readonly signal: AbortSignal;
  readonly timer: Pick<Clock, 'schedule'>;
  /** Time without any progress after which the pool counts as stuck. */
  readonly stallTimeoutMs: number;
  /** How long to wait for stopped threads before abandoning them to an unresponsive drive. */
  readonly graceMs: number;
  readonly listener: PoolListener;
}

/** Asks the threads to stop, then terminates them. */
async function dismiss(pool: UnpackPool, order: UnpackOrder, supervision: PoolSupervision): Promise<void> {
  UnpackBoard.attach(order.boardMemory).cancel();
  const { graceMs, timer } = supervision;
  await settleWithin(graceMs, pool.exited, timer);
  pool.terminate();
  await settleWithin(graceMs, pool.exited, timer);
}

/** A pool that has unpacked everything. */
export interface PoolRun {
  /** Resolves when everything is also hashed and the threads have ended; rejects with the errors of `runPool`. */
  readonly finished: Promise<unknown>;
}

/**
 * Runs an order on a pool of threads. When the promise settles, no thread writes any more, but threads may still hash.
 * @throws AppError the first failure of a thread; `cancelled` soon after the signal; `delivery_folder_not_writable`
 * with reason `stalled` after too long without progress. PoolDied when a thread could not do its work.
 */
export async function runPool(
  pool: UnpackPool,
  order: UnpackOrder,
  supervision: PoolSupervision,
): Promise<PoolRun> {
  const { signal, timer, stallTimeoutMs, listener } = supervision;
  throwIfStopped(signal);
  const stop = Promise.withResolvers<never>();
  const onAbort = (): void => {
    stop.reject(stopErrorOf(signal));
  };
  signal.addEventListener('abort', onAbort);
  const guard = new StallGuard(timer, stallTimeoutMs, () => {
    stop.reject(stalledError(stallTimeoutMs));
  });
  pool.begin(order, {
    onHashes: (hashes) => {
      listener.onHashes(hashes);
    },
    onProgress: () => {
      guard.noteProgress();
      listener.onProgress();
    },
  });
  const finish = async (): Promise<void> => {
    try {
      await Promise.race([pool.finished, stop.promise]);
    } finally {
      guard.end();
      signal.removeEventListener('abort', onAbort);
      await dismiss(pool, order, supervision);
    }
  };
  const finished = finish();
  finished.catch(() => undefined);
  await Promise.race([pool.unpacked, finished]);
  return { finished };
}
