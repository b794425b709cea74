import { AppError } from '../../../src-shared/app-error.ts';
import type { Clock } from '../../platform.ts';

/** The drive that is unpacked to no longer answers. */
export function stalledError(timeoutMs: number): AppError {
  const seconds = Math.round(timeoutMs / 1_000);
  return new AppError('delivery_folder_not_writable', `Unpacking did not advance for ${String(seconds)} s.`, {
    details: { reason: 'stalled', seconds },
  });
}

/** Calls back once when nothing has happened for a while. */
export class StallGuard {
  readonly #timer: Pick<Clock, 'schedule'>;
  readonly #timeoutMs: number;
  readonly #onStall: () => void;
  #callOff: () => void;
  #hasEnded = false;

  /** Starts waiting at once. */
  constructor(timer: Pick<Clock, 'schedule'>, timeoutMs: number, onStall: () => void) {
    this.#timer = timer;
    this.#timeoutMs = timeoutMs;
    this.#onStall = onStall;
    this.#callOff = timer.schedule(timeoutMs, onStall);
  }

  /** Something happened: the wait starts anew. Late news after the end is ignored. */
  noteProgress(): void {
    if (this.#hasEnded) return;
    this.#callOff();
    this.#callOff = this.#timer.schedule(this.#timeoutMs, this.#onStall);
  }

  end(): void {
    this.#hasEnded = true;
    this.#callOff();
  }
}
