import { backoffMs } from '../../../src-shared/backoff.ts';
import { needsOf } from '../../../src-shared/error-policy.ts';
import { wait } from '../../foundation/wait.ts';
import type { Clock } from '../../platform.ts';
import { isPassingDownload } from '../engine/download-errors.ts';

const maxFailures = 4;
const backoff = { firstMs: 1_000, maxMs: 60_000, jitter: 0.5 };

/** How often work failed without headway, and the pauses that come of it. */
export class RetryPolicy {
  readonly #clock: Clock;
  #failures = 0;

  constructor(deps: { clock: Clock }) {
    this.#clock = deps.clock;
  }

  /** There was headway: whatever comes next is a first failure. */
  reset(): void {
    this.#failures = 0;
  }

  /** True when work failed so often that another try is not worth it. */
  get isExhausted(): boolean {
    return this.#failures >= maxFailures;
  }

  /** True while a failure of a passing kind is worth another try without anybody being asked. */
  allows(error: unknown): boolean {
    const needs = needsOf(error);
    const isPassing = needs === 'service' || needs === 'rate_window' || isPassingDownload(error);
    return isPassing && !this.isExhausted;
  }

  /** Half a second to a minute, longer each time, by chance so that not all come back at once. */
  async pause(signal: AbortSignal): Promise<void> {
    const pauseMs = backoffMs(backoff, this.#failures);
    this.#failures += 1;
    await wait(this.#clock, pauseMs, signal);
  }
}
