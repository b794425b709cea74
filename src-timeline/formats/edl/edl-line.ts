/** Type of an event. The app reads a wipe of any pattern as one style. */
export type EventKind = 'cut' | 'dissolve' | 'wipe' | 'key-background' | 'key' | 'key-out';

/** The columns of an event's line, with times as written. */
export interface EventLine {
  /** Shared by all lines of one event. */
  readonly number: string;
  /** Empty without a reel. */
  readonly reel: string;
  /** `V`, `V2`, `A`, `A3` …; none for a line that states no channel (`NONE`). */
  readonly channels: readonly string[];
  readonly kind: EventKind;
  /** Length of a dissolve, a wipe, or the fade of a key; 0 for a cut. */
  readonly transitionFrames: number;
  /** Source in and out, record in and out. */
  readonly labels: readonly [sourceIn: string, sourceOut: string, recordIn: string, recordOut: string];
}

/** Source text of a timecode in a list. */
export const timecode = String.raw`(\d{1,3}[:;]\d{2}[:;]\d{2}[:;.,]\d{2,3})`;

const timecodePattern = new RegExp(`^${timecode}$`);
const numberPattern = /^\d{1,9}[A-Z]?$/i;
const channelPattern = /^(?:NONE|B|(?:[AV]\d{0,4}){1,24})(?:\/(?:B|(?:[AV]\d{0,4}){1,24})){0,8}$/i;
/** Four parts with separators between them, whatever the parts are. */
const timecodeLike = /^[^:;]{1,4}[:;][^:;]{1,4}[:;][^:;.,]{1,4}[:;.,][^:;.,]{1,4}$/;

const kinds: ReadonlyMap<string, EventKind> = new Map([
  ['C', 'cut'],
  ['D', 'dissolve'],
  ['K', 'key'],
  ['KB', 'key-background'],
  ['KO', 'key-out'],
]);

const kindOf = (text: string): EventKind | undefined =>
  /^W\d{1,4}$/i.test(text) ? 'wipe' : kinds.get(text.toUpperCase());

export const isDropLabel = (label: string): boolean => /[;.,]\d+$/.test(label);
export const withTwoDigits = (label: string): string => label.replace(/^(\d)(?=[:;])/, '0$1');
export const withColons = (label: string): string => withTwoDigits(label.replace(/[;.,]/g, ':'));

/** Two letters are both channels of one sound, `B` is picture and sound, `A1234V` lists the channels before `V`. */
function channelsOf(text: string): readonly string[] {
  const parts = text.toUpperCase().split('/');
  const channels = parts.flatMap((part): readonly string[] => {
    if (part === 'NONE') return [];
    if (part === 'B') return ['V', 'A'];
    const digits = /^A(\d{2,})V$/.exec(part)?.[1];
    if (digits !== undefined) return ['V', ...Array.from(digits, (digit) => `A${digit}`)];
    return (/^A{2,}$/.test(part) ? 'A' : part).match(/[AV]\d*/g) ?? [];
  });
  return [...new Set(channels.map((channel) => channel.replace(/^([AV])0*1?$/, '$1')))];
}

/** Returns channels that a line below an event adds (`AUD  3  4`). */
export function addedChannels(words: readonly string[]): readonly string[] {
  const numbers = words.slice(1);
  const areNumbers = numbers.length > 0 && numbers.every((word) => /^\d{1,3}$/.test(word));
  return words[0]?.toUpperCase() === 'AUD' && areNumbers
    ? channelsOf(numbers.map((one) => `A${one}`).join('/'))
    : [];
}

type Columns = Omit<EventLine, 'number' | 'labels'>;

/** Removes and returns the last word if it fits. */
function takeLast(words: string[], fits: (word: string) => boolean): string | undefined {
  const last = words.at(-1);
  if (last === undefined || !fits(last)) return undefined;
  words.pop();
  return last;
}

/** Takes the transition and its length from the end of the columns. */
function takeTransition(words: string[]): Pick<Columns, 'kind' | 'transitionFrames'> | null {
  const length = takeLast(words, (word) => /^\d{1,4}$/.test(word));
  const isKey = /^K$/i.test(words.at(-2) ?? '');
  const second = isKey ? (takeLast(words, (word) => /^[BO]$/i.test(word)) ?? '') : '';
  const letters = takeLast(words, (word) => kindOf(word + second) !== undefined);
  // Some lists have the length of a dissolve without its letter.
  const kind = letters === undefined ? undefined : kindOf(letters + second);
  if (kind === undefined && length === undefined) return null;
  return { kind: kind ?? 'dissolve', transitionFrames: kind === 'cut' ? 0 : Number(length ?? 0) };
}

/** Takes the channels from the end of the columns, with those after `AUD`. */
function takeChannels(words: string[]): readonly string[] | null {
  const added = words.findLastIndex((word) => /^AUD$/i.test(word));
  const audio = added === -1 ? [] : addedChannels(words.slice(added));
  if (audio.length > 0) words.splice(added);
  // A reel alone before `AUD` may look like a channel.
  const mayBeReel = audio.length > 0 && words.length === 1;
  const channels = mayBeReel ? undefined : takeLast(words, (word) => channelPattern.test(word));
  if (channels === undefined && audio.length === 0) return null;
  return [...new Set([...channelsOf(channels ?? 'NONE'), ...audio])];
}

/** Splits the columns between the number and the times, from the right: a reel may contain spaces, or be missing. */
function readColumns(words: readonly string[]): Columns | null {
  const left = words.filter((word) => word !== '(F)');
  const transition = takeTransition(left);
  const channels = transition === null ? null : takeChannels(left);
  return transition === null || channels === null ? null : { reel: left.join(' '), channels, ...transition };
}

type LineOfList =
  | { readonly type: 'event'; readonly event: EventLine }
  | { readonly type: 'unreadable'; readonly problem: string }
  | { readonly type: 'other' };

/**
 * Reads the columns of an event: number, reel, channels, transition, length, four times. Text after the times is
 * ignored. A line that begins with the number of an event or has several times, but not these columns, is unreadable.
 */
export function readEventLine(line: string): LineOfList {
  const words = line.trim().split(/\s+/);
  const [number = ''] = words;
  const timesAt = words.findIndex((_, index) => {
    const four = words.slice(index, index + 4);
    return four.length === 4 && four.every((word) => timecodePattern.test(word));
  });
  const columns = timesAt === -1 || !numberPattern.test(number) ? null : readColumns(words.slice(1, timesAt));
  if (columns !== null) {
    const [sourceIn = '', sourceOut = '', recordIn = '', recordOut = ''] = words.slice(timesAt);
    return {
      type: 'event',
      event: { ...columns, number, labels: [sourceIn, sourceOut, recordIn, recordOut] },
    };
  }
  const times = words.filter((word) => timecodeLike.test(word)).length;
  const isNumbered = numberPattern.test(number);
  if (times < 2 && !(isNumbered && (times > 0 || /^\d{3}/.test(number)))) return { type: 'other' };
  return { type: 'unreadable', problem: problemOf(words, isNumbered) };
}

function problemOf(words: readonly string[], isNumbered: boolean): string {
  const text = words.join(' ').slice(0, 80);
  if (!isNumbered) return `“${text}” has times, but no number of an event.`;
  const wrong = words.find((word) => timecodeLike.test(word) && !timecodePattern.test(word));
  return wrong === undefined
    ? `“${text}” is not an event: number, reel, channels, transition and four timecodes.`
    : `“${wrong}” is not a timecode.`;
}
