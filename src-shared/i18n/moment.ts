/** True if two times, each in milliseconds if it is a number, are on one day. */
export function isSameDay(a: Date | number, b: Date | number): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString();
}

/** Returns the first midnight after a time, both in milliseconds. */
export function midnightAfter(timeMs: number): number {
  return new Date(timeMs).setHours(24, 0, 0, 0);
}

/** A point in time in words that suit its distance from now. */
export interface MomentWords {
  readonly day: 'today' | 'yesterday' | 'other';
  /** `14:32` in the user's format. */
  readonly time: string;
  /** `12 Mar`, with the year if it is not the current one. */
  readonly date: string;
}

/**
 * Formats points in time in one language. Create it once: its parts are too slow to create for each row of a long list.
 */
export class MomentFormat {
  readonly #time: Intl.DateTimeFormat;
  readonly #date: Intl.DateTimeFormat;
  readonly #dateWithYear: Intl.DateTimeFormat;

  constructor(languageTag: string) {
    const date: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };
    this.#time = new Intl.DateTimeFormat(languageTag, { timeStyle: 'short' });
    this.#date = new Intl.DateTimeFormat(languageTag, date);
    this.#dateWithYear = new Intl.DateTimeFormat(languageTag, { ...date, year: 'numeric' });
  }

  /** @param unixSeconds the moment; @param now milliseconds, as from `Date.now()`. */
  describe(unixSeconds: number, now: number): MomentWords {
    const moment = new Date(unixSeconds * 1000);
    const today = new Date(now);
    const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
    const isThisYear = moment.getFullYear() === today.getFullYear();
    return {
      day: isSameDay(moment, today) ? 'today' : isSameDay(moment, yesterday) ? 'yesterday' : 'other',
      time: this.#time.format(moment),
      date: (isThisYear ? this.#date : this.#dateWithYear).format(moment),
    };
  }
}
