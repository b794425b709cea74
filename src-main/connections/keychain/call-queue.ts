import { Semaphore } from '../../foundation/semaphore.ts';
import type { Clock } from '../../platform.ts';
import { keychainStillWaits } from './keychain-errors.ts';

/** After this long the user sees that the keychain waits. */
const noticedAfterMs = 1_000;
/** After this long the caller is let go. */
const callerTimeoutMs = 20_000;

/** Called as the calls of a queue go on. */
export interface CallListener {
  /** A call has not ended for a second. */
  onWaiting(): void;
  /** A caller was let go after 20 seconds; its call goes on when it has begun. */
  onGivenUp(error: unknown): void;
  /** A call ended, also when its caller was let go before: with null, or with what it failed with. */
  onEnded(error: unknown): void;
}

/**
 * One call to the keychain at a time: an unanswered prompt holds one thread, not all that file access needs. A call
 * that has begun cannot be stopped; one whose caller was let go before its turn is never made.
 */
export class CallQueue {
  readonly #clock: Clock;
  readonly #listener: CallListener;
  readonly #turns = new Semaphore(1);

  constructor(deps: { clock: Clock; listener: CallListener }) {
    this.#clock = deps.clock;
    this.#listener = deps.listener;
  }

  /**
   * What `call` gives.
   * @param listener hears of this call in the place of the usual one.
   * @throws AppError `keychain_locked` when it did not end in 20 seconds.
   */
  run<Value>(call: () => Promise<Value>, listener = this.#listener): Promise<Value> {
    return new Promise((resolve, reject) => {
      const stopper = new AbortController();
      const cancelTimers = [
        this.#clock.schedule(noticedAfterMs, () => {
          listener.onWaiting();
        }),
        this.#clock.schedule(callerTimeoutMs, () => {
          stopper.abort();
          const error = keychainStillWaits();
          listener.onGivenUp(error);
          reject(error);
        }),
      ];
      const turn = async (): Promise<void> => {
        try {
          const value = await call();
          listener.onEnded(null);
          resolve(value);
        } catch (error) {
          listener.onEnded(error);
          reject(error);
        } finally {
          for (const cancelTimer of cancelTimers) cancelTimer();
        }
      };
      this.#turns.run(stopper.signal, turn).catch(() => undefined);
    });
  }
}
