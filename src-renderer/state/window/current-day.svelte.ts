import { isSameDay, midnightAfter } from '../../../src-shared/i18n/moment.ts';
import type { AttentionDeps } from './attention.ts';

export interface CurrentDayDeps extends Pick<AttentionDeps, 'schedule' | 'onReturn'> {
  /** Milliseconds, as from `Date.now()`. */
  readonly nowMs: () => number;
}

/** Follows the date, so that texts such as "today" are formatted again when another day begins. */
export class CurrentDay {
  readonly #deps: CurrentDayDeps;
  #cancel = (): void => undefined;

  /** A time on the current day, in milliseconds. */
  timeMs = $state(0);

  constructor(deps: CurrentDayDeps) {
    this.#deps = deps;
    this.timeMs = deps.nowMs();
  }

  /** Checks the date at midnight, and when the user returns: no timer runs while the computer sleeps. */
  start(): () => void {
    const stop = this.#deps.onReturn(() => {
      this.#check();
    });
    this.#awaitMidnight();
    return () => {
      stop();
      this.#cancel();
    };
  }

  #awaitMidnight(): void {
    const nowMs = this.#deps.nowMs();
    this.#cancel = this.#deps.schedule(
      () => {
        this.#check();
        this.#awaitMidnight();
      },
      midnightAfter(nowMs) - nowMs,
    );
  }

  #check(): void {
    const nowMs = this.#deps.nowMs();
    if (!isSameDay(nowMs, this.timeMs)) this.timeMs = nowMs;
  }
}
