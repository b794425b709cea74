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

export interface CallOptions {
  /** Hears of this call in the place of the usual one. */
  readonly listener?: CallListener | undefined;
  /** Nobody waits for it: it keeps its place in the line until its turn comes. */
  readonly isUnawaited?: boolean | undefined;
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
   * @throws AppError `keychain_locked` when somebody waits for it and it did not end in 20 seconds.
   */
  run<Value>(
    call: () => Promise<Value>,
    { listener = this.#listener, isUnawaited = false }: CallOptions = {},
  ): Promise<Value> {
    return new Promise((resolve, reject) => {
      const stopper = new AbortController();
      const giveUp = (): void => {
        stopper.abort();
        const error = keychainStillWaits();
        listener.onGivenUp(error);
        reject(error);
      };
      const cancelTimers = [
        this.#clock.schedule(noticedAfterMs, () => {
          listener.onWaiting();
        }),
      ];
      if (!isUnawaited) cancelTimers.push(this.#clock.schedule(callerTimeoutMs, giveUp));
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
