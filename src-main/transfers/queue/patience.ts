import { AppError } from '../../../src-shared/app-error.ts';
import { wait } from '../../foundation/wait.ts';
import type { Clock } from '../../platform.ts';

const mostFailures = 4;
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
const passingReasons = new Set(['stalled', 'cut_off', 'busy', 'interrupted']);

/** How often work failed without headway, and the pauses that come of it. */
export class Patience {
  readonly #clock: Clock;
  #failures = 0;

  constructor(deps: { clock: Clock }) {
    this.#clock = deps.clock;
  }

  /** There was headway: whatever comes next is a first failure. */
  renew(): void {
    this.#failures = 0;
  }

  /** True when work failed so often that another try is not worth it. */
  get isExhausted(): boolean {
    return this.#failures >= mostFailures;
  }

  /** True while a failure of a passing kind is worth another try without anybody being asked. */
  endures(error: unknown): boolean {
    return isPassing(error) && !this.isExhausted;
  }

  /** Half a second to a minute, longer each time, by chance so that not all come back at once. */
  async pause(signal: AbortSignal): Promise<void> {
    const longest = Math.min(longestPauseMs, firstPauseMs * 2 ** this.#failures);
    this.#failures = Math.min(this.#failures + 1, 16);
    await wait(this.#clock, longest * (0.5 + Math.random() / 2), signal);
  }
}

/** True for failures of the storage or service that often are gone a little later. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  if (error.code === 'rate_limited' || error.code === 'service_failed') return true;
  return error.code === 'download_failed' && passingReasons.has(String(error.details['reason']));
}
