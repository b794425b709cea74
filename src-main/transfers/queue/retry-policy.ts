import { backoffMs } from '../../../src-shared/backoff.ts';
import { isHostFailure, needsOf } from '../../../src-shared/error-policy.ts';
import { wait } from '../../foundation/wait.ts';
import type { Clock } from '../../platform.ts';
import { isPassingDownload } from '../engine/download-errors.ts';

const maxRetries = 4;
const backoff = { firstMs: 1_000, maxMs: 60_000, jitter: 0.5 };

/** Decides whether work that failed is tried again, and when: four times without progress, with growing pauses. */
export class RetryPolicy {
  readonly #clock: Clock;
  #retryCount = 0;
  #furthestBytes = 0;

  constructor(deps: { readonly clock: Clock }) {
    this.#clock = deps.clock;
  }

  /** Starts to count again when more is done than ever before. */
  noteProgress(doneBytes: number): void {
    if (doneBytes <= this.#furthestBytes) return;
    this.#furthestBytes = doneBytes;
    this.reset();
  }

  /** What comes next is a first failure. */
  reset(): void {
    this.#retryCount = 0;
  }

  /** True when work failed so often that another try is not worth it. */
  get isExhausted(): boolean {
    return this.#retryCount >= maxRetries;
  }

  /** True for a failure that often is gone a little later, while tries are left. */
  allows(error: unknown): boolean {
    const needs = needsOf(error);
    const isPassing = needs === 'service' || needs === 'rate_window' || isPassingDownload(error);
    return isPassing && !this.isExhausted;
  }

  /**
   * Decides for a download that can go on where it is, with its file open: a lost connection is tried again at once too,
   * before anybody waits for the network.
   * @returns true after a pause; false when it has to end for now.
   */
  async retryInPlace(error: unknown, doneBytes: number, signal: AbortSignal): Promise<boolean> {
    this.noteProgress(doneBytes);
    const isLost = needsOf(error) === 'network' && isHostFailure(error) && !this.isExhausted;
    if (!isLost && !this.allows(error)) return false;
    await this.pause(signal);
    return true;
  }

  /** Half a second to a minute, longer each time. */
  async pause(signal: AbortSignal): Promise<void> {
    const pauseMs = backoffMs(backoff, this.#retryCount);
    this.#retryCount += 1;
    await wait(this.#clock, pauseMs, signal);
  }
}
