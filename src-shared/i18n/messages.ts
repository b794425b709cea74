import { IntlMessageFormat } from 'intl-messageformat';
import type { Language } from './language.ts';
import type english from './locales/en.json';
import { MomentFormat } from './moment.ts';

/** Key of a text in `en.json`. */
export type MessageKey = keyof typeof english;

type MessageValues = Readonly<Record<string, string | number>>;

/** Parsed form of a message. Pseudo-locales change it before formatting. */
export type MessageElements = ReturnType<IntlMessageFormat['getAst']>;

/** Texts of one language and their reading direction. */
export interface LocaleTexts {
  readonly language: Language;
  /** BCP 47 tag for numbers and dates, with the user's region. */
  readonly languageTag: string;
  readonly direction: 'ltr' | 'rtl';
  readonly texts: Readonly<Record<MessageKey, string>>;
  /** Changes every message after parsing; null leaves them as written. */
  readonly transform: ((elements: MessageElements) => MessageElements) | null;
}

/** Looks a text up and fills its values in. */
export type TextOf = (key: MessageKey, values?: MessageValues) => string;

/** Isolates a name or number of the opposite reading direction, so that it does not break up the sentence. */
function isolate(value: string): string {
  return `\u2068${value}\u2069`;
}

function mapStrings(values: MessageValues, map: (value: string) => string): Record<string, string | number> {
  const entries = Object.entries(values);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? map(value) : value]),
  );
}

/** Characters with a meaning in ICU MessageFormat. */
const specialCharacters = /[{}'<]/;

/** Texts of the interface in one language at a time (ICU MessageFormat). */
export class Messages {
  #locale: LocaleTexts;
  readonly #formats = new Map<MessageKey, IntlMessageFormat>();
  readonly #nowMs: () => number;
  #moments: MomentFormat | null = null;

  /** @param nowMs returns a time on the current day, in milliseconds. */
  constructor(locale: LocaleTexts, nowMs: () => number = Date.now) {
    this.#locale = locale;
    this.#nowMs = nowMs;
  }

  get language(): Language {
    return this.#locale.language;
  }

  get languageTag(): string {
    return this.#locale.languageTag;
  }

  get direction(): 'ltr' | 'rtl' {
    return this.#locale.direction;
  }

  /** Switches to another language. */
  use(locale: LocaleTexts): void {
    this.#locale = locale;
    this.#formats.clear();
    this.#moments = null;
  }

  /** Returns the text of `key`. Throws if a value is missing, which is a bug. */
  readonly text: TextOf = (key, values = {}) => {
    const written = this.#locale.texts[key];
    if (this.#locale.transform === null && !specialCharacters.test(written)) return written;
    const filled = this.direction === 'rtl' ? mapStrings(values, isolate) : values;
    return String(this.#format(key).format(filled));
  };

  /** A point in time relative to today: `Today 14:32`. */
  readonly moment = (unixSeconds: number): string => {
    const { day, time, date } = this.#describe(unixSeconds);
    return this.text(`date.${day}`, { time, date });
  };

  /** Like `moment`, as short as possible: `14:32` for today, else the day. */
  readonly day = (unixSeconds: number): string => {
    const { day, time, date } = this.#describe(unixSeconds);
    if (day === 'today') return time;
    return day === 'yesterday' ? this.text('date.yesterdayShort') : date;
  };

  /** Like `moment`, without a word for the day: `14:32` for today, else the date and the time. */
  readonly timeOrDate = (unixSeconds: number): string => {
    const { day, time, date } = this.#describe(unixSeconds);
    return day === 'today' ? time : this.text('date.other', { time, date });
  };

  /** Creates the date formats on first use, because they are slow to create. */
  #describe(unixSeconds: number): ReturnType<MomentFormat['describe']> {
    this.#moments ??= new MomentFormat(this.#locale.languageTag);
    return this.#moments.describe(unixSeconds, this.#nowMs());
  }

  #format(key: MessageKey): IntlMessageFormat {
    const known = this.#formats.get(key);
    if (known) return known;
    const { languageTag, texts, transform } = this.#locale;
    const parsed = new IntlMessageFormat(texts[key], languageTag);
    const format = transform ? new IntlMessageFormat(transform(parsed.getAst()), languageTag) : parsed;
    this.#formats.set(key, format);
    return format;
  }
}
