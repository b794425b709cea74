import { AppError } from '../../../src-shared/app-error.ts';
import { backoffMs } from '../../../src-shared/backoff.ts';
import { isHostFailure } from '../../../src-shared/error-policy.ts';
import { stopErrorOf } from '../../foundation/wait.ts';
import type { Clock } from '../../platform.ts';
import type { Priority } from '../budget/team-budget.ts';

export interface CircuitBreakerDeps {
  readonly clock: Clock;
  /** 0 to 1. */
  readonly random?: () => number;
}

const opensAfter = 5;
const longestPauseMs = 60_000;
const backoff = { firstMs: 2_000, maxMs: longestPauseMs, jitter: 1 };

/**
 * Spares a host that fails repeatedly. After five failures in a row (5xx, or no connection) only one request at a time
 * tries the host, after a pause with full jitter of up to 2 s, 4 s, … 60 s. A user's request tries at once; those that
 * arrive during a trial share its outcome. Not a semaphore: while the host answers, any number of requests pass.
 */
export class CircuitBreaker {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #waiting = new Set<() => void>();
  #failures = 0;
  #nextTrialMs = 0;
  #isTrying = false;
  #lastError: unknown = null;

  constructor(deps: CircuitBreakerDeps) {
    this.#clock = deps.clock;
    this.#random = deps.random ?? Math.random;
  }

  get isOpen(): boolean {
    return this.#failures >= opensAfter;
  }

  /** Runs `work` when the host may be tried. @throws the error of `work` or of an awaited trial, or `cancelled`. */
  async run<Value>(priority: Priority, signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
    const isTrial = await this.#enter(priority, signal);
    try {
      const value = await work();
      this.#failures = 0;
      return value;
    } catch (error) {
      this.#noteFailure(error);
      throw error;
    } finally {
      if (isTrial) this.#isTrying = false;
      if (isTrial || !this.isOpen) this.#notify();
    }
  }

  /** Waits until the request may leave. True if it is a trial. */
  async #enter(priority: Priority, signal: AbortSignal): Promise<boolean> {
    while (this.isOpen) {
      const waitMs = this.#nextTrialMs - this.#clock.monotonicMs();
      if (!this.#isTrying && (priority === 'user' || waitMs <= 0)) {
        this.#isTrying = true;
        return true;
      }
      const failures = this.#failures;
      await this.#change(this.#isTrying ? longestPauseMs : waitMs, signal);
      if (priority === 'user' && this.#failures > failures) throw this.#lastError;
    }
    return false;
  }

  #noteFailure(error: unknown): void {
    if (!(error instanceof AppError)) return;
    if (isHostFailure(error)) {
      this.#failures += 1;
      this.#lastError = error;
    } else if (error.details['status'] !== undefined) this.#failures = 0;
    if (!this.isOpen) return;
    const pauseMs = backoffMs(backoff, this.#failures - opensAfter, this.#random);
    this.#nextTrialMs = this.#clock.monotonicMs() + Math.max(1, pauseMs);
  }

  #notify(): void {
    for (const look of [...this.#waiting]) look();
  }

  /** Resolves after `atMostMs`, or earlier when a trial ends. */
  #change(atMostMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const finish = (): void => {
        cancelTimer();
        this.#waiting.delete(look);
        signal.removeEventListener('abort', look);
      };
      const look = (): void => {
        finish();
        if (signal.aborted) reject(stopErrorOf(signal));
        else resolve();
      };
      const cancelTimer = this.#clock.schedule(atMostMs, look);
      this.#waiting.add(look);
      signal.addEventListener('abort', look);
      if (signal.aborted) look();
    });
  }
}
