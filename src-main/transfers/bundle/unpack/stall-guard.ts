import { AppError } from '../../../../src-shared/app-error.ts';
import type { Clock } from '../../../platform.ts';

/** Error for a destination drive that no longer responds. */
export function stalledError(timeoutMs: number): AppError {
  const seconds = Math.round(timeoutMs / 1_000);
  return new AppError('delivery_folder_not_writable', `Unpacking did not advance for ${String(seconds)} s.`, {
    details: { reason: 'stalled', seconds },
  });
}

/** Calls back once after a period without progress. */
export class StallGuard {
  readonly #timer: Pick<Clock, 'schedule'>;
  readonly #timeoutMs: number;
  readonly #onStall: () => void;
  #cancel: () => void;
  #hasEnded = false;

  /** Starts the timer at once. */
  constructor(timer: Pick<Clock, 'schedule'>, timeoutMs: number, onStall: () => void) {
    this.#timer = timer;
    this.#timeoutMs = timeoutMs;
    this.#onStall = onStall;
    this.#cancel = timer.schedule(timeoutMs, onStall);
  }

  /** Restarts the timer. Does nothing after `end`. */
  noteProgress(): void {
    if (this.#hasEnded) return;
    this.#cancel();
    this.#cancel = this.#timer.schedule(this.#timeoutMs, this.#onStall);
  }

  end(): void {
    this.#hasEnded = true;
    this.#cancel();
  }
}
