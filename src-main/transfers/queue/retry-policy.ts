import { isHostFailure, needsOf } from '../../../src-shared/error-policy.ts';
import { askedPauseMs, retryPauseMs } from '../../foundation/retry-pause.ts';
import { wait } from '../../foundation/wait.ts';
import type { Clock } from '../../platform.ts';
import { isPassingDownload } from '../engine/download-errors.ts';

const maxRetries = 4;

/** Decides whether and when failed work is tried again: four times without progress, with growing pauses. */
export class RetryPolicy {
  readonly #clock: Clock;
  #retryCount = 0;
  #pauseCount = 0;
  #furthestBytes = 0;

  constructor(deps: { readonly clock: Clock }) {
    this.#clock = deps.clock;
  }

  /** Resets the count when more bytes are done than ever before. */
  noteProgress(doneBytes: number): void {
    if (doneBytes <= this.#furthestBytes) return;
    this.#furthestBytes = doneBytes;
    this.reset();
  }

  /** Resets the count, so that the next failure is a first one. */
  reset(): void {
    this.resetTries();
    this.#pauseCount = 0;
  }

  /** Resets the count of tries only: the pauses go on growing until there is progress. */
  resetTries(): void {
    this.#retryCount = 0;
  }

  /** True when work failed so often that another try is not worthwhile. */
  get isExhausted(): boolean {
    return this.#retryCount >= maxRetries;
  }

  /** True for a failure that is often temporary, while tries are left. A rate window with a known end is a blocker. */
  allows(error: unknown): boolean {
    const needs = needsOf(error);
    const isRefused = needs === 'rate_window' && askedPauseMs(error) === null;
    const isPassing = needs === 'service' || isRefused || isPassingDownload(error);
    return isPassing && !this.isExhausted;
  }

  /**
   * Decides about a download that can continue where it is, with its file open. A lost connection is also tried again
   * here, before anything waits for the network.
   * @returns true after a pause; false when the download has to end for now.
   */
  async retryInPlace(error: unknown, doneBytes: number, signal: AbortSignal): Promise<boolean> {
    this.noteProgress(doneBytes);
    const isLost = needsOf(error) === 'network' && isHostFailure(error) && !this.isExhausted;
    if (!isLost && !this.allows(error)) return false;
    await this.pause(signal);
    return true;
  }

  /** Waits half a second to a minute, longer each time. */
  async pause(signal: AbortSignal): Promise<void> {
    const pauseMs = retryPauseMs(null, this.#pauseCount);
    this.#retryCount += 1;
    this.#pauseCount += 1;
    await wait(this.#clock, pauseMs, signal);
  }
}
