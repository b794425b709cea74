import { Semaphore } from '../../foundation/semaphore.ts';
import type { Clock } from '../../platform.ts';
import { keychainStillWaits } from './keychain-errors.ts';

/** Time after which the user sees that the keychain waits. */
const noticedAfterMs = 1_000;
/** Time after which the caller stops waiting. */
const callerTimeoutMs = 20_000;

/** Callbacks for the calls of a queue. */
export interface CallListener {
  /** Called when a call has not ended after a second. */
  onWaiting(): void;
  /** Called when a caller stopped waiting after 20 seconds. A call that has begun continues. */
  onGivenUp(error: unknown): void;
  /** Called when a call ended, even if its caller stopped waiting before: with null, or with its error. */
  onEnded(error: unknown): void;
}

export interface CallOptions {
  /** Overrides the default listener for this call. */
  readonly listener?: CallListener | undefined;
  /** True if nobody waits for the call: it keeps its place in the queue until its turn. */
  readonly isUnawaited?: boolean | undefined;
}

/**
 * Makes one call to the keychain at a time: an unanswered prompt then holds one thread, not all that file access needs.
 * A call that has begun cannot be stopped. If its caller stops waiting before its turn, the call is never made.
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
   * Runs `call` in its turn and returns its result.
   * @throws AppError `keychain_locked` if somebody waits for the call and it did not end in 20 seconds.
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
