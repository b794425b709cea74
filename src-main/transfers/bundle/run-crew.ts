import { stopErrorOf, throwIfStopped } from '../../foundation/wait.ts';
import type { Clock } from '../../platform.ts';
import { settleWithin } from './settle-within.ts';
import { stalledError, StallGuard } from './stall-guard.ts';
import { UnpackBoard } from './unpack-board.ts';
import type { CrewListener, UnpackCrew } from './unpack-crew.ts';
import type { UnpackOrder } from './unpack-order.ts';

/** How a crew is watched and stopped. */
export interface CrewSupervision {
  readonly signal: AbortSignal;
  readonly timer: Pick<Clock, 'schedule'>;
  /** How long nothing may happen before the crew counts as stuck. */
  readonly stallTimeoutMs: number;
  /** How long threads are waited for after a stop, before they are left to a drive that does not answer. */
  readonly graceMs: number;
  readonly listener: CrewListener;
}

/** Asks the threads to stop, then makes them. */
async function dismiss(crew: UnpackCrew, order: UnpackOrder, supervision: CrewSupervision): Promise<void> {
  UnpackBoard.attach(order.boardMemory).cancel();
  const { graceMs, timer } = supervision;
  await settleWithin(graceMs, timer, crew.exited);
  crew.terminate();
  await settleWithin(graceMs, timer, crew.exited);
}

/** A crew that has unpacked everything. */
export interface CrewRun {
  /** Resolves when everything is hashed too and the threads have ended; rejects when that is not to be. */
  readonly finished: Promise<unknown>;
}

/**
 * Lets a crew of threads carry out an order. When it settles, no thread writes any more; they still hash.
 * @throws AppError the first failure of a thread; `cancelled` soon after the signal; `delivery_folder_not_writable`
 * with reason `stalled` when nothing happened for too long.
 */
export async function runCrew(
  crew: UnpackCrew,
  order: UnpackOrder,
  supervision: CrewSupervision,
): Promise<CrewRun> {
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
  crew.begin(order, {
    onHashes: (hashes) => {
      listener.onHashes(hashes);
    },
    onProgress: () => {
      guard.noteProgress();
      listener.onProgress();
    },
  });
  const finished = Promise.race([crew.finished, stop.promise]).finally(async () => {
    guard.end();
    signal.removeEventListener('abort', onAbort);
    await dismiss(crew, order, supervision);
  });
  finished.catch(() => undefined);
  await Promise.race([crew.unpacked, finished]);
  return { finished };
}
