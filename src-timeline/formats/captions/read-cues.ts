/** One cue of SubRip or WebVTT as it is written. */
interface ReadCue {
  readonly startMilliseconds: number;
  /** Before the start in some files. */
  readonly endMilliseconds: number;
  /** With their markup. */
  readonly lines: readonly string[];
}

/** The cues of a file in its order. */
export interface ReadCues {
  readonly isWebVtt: boolean;
  readonly cues: readonly ReadCue[];
  /** Texts without a time that can be read, as lines. */
  readonly unplaced: readonly (readonly string[])[];
}

// Spaces are counted, because a line may have a million of them.
const time = String.raw`(-?\s?(?:\d{1,4}\s?:\s?)?-?\d{1,3}\s?:\s?-?\d{1,2}(?:\s?[.,:;]\s?-?\d{1,9})?)`;
const arrow = String.raw`\s{0,9}[-–—]{1,3}\s?[-–—]{0,2}\s?>\s{0,9}`;
const timesPattern = new RegExp(String.raw`^${time}${arrow}${time}(\s.*|[a-z].*)?$`, 'i');
const timePattern = /^(?:(\d+):)?(\d+):(\d+)(?:[.,:;](\d+))?$/;
/** Coordinates of SubRip and settings of WebVTT, such as `X1:40` and `align:start`. */
const settingsPattern = /^\s*[a-z][\w-]*:/i;
const headPattern = /^\s*WEBVTT(?:[ \t].*)?$/;
const blockPattern = /^(?:NOTE|STYLE|REGION)(?:[ \t].*)?$/;

/** Returns milliseconds; 0 for a time below zero, null for no time. */
export function readCueTime(written: string): number | null {
  const isBelowZero = written.includes('-');
  const parts = timePattern.exec(written.replaceAll(isBelowZero ? /[\s-]+/g : /\s+/g, ''));
  if (parts === null || isBelowZero) return parts && 0;
  const [hours, minutes, seconds] = parts.slice(1, 4).map((part: string | undefined) => Number(part ?? 0));
  const clock = ((hours ?? 0) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0);
  return clock * 1000 + Math.round(Number(`0.${parts[4] ?? '0'}`) * 1000);
}

function timesOf(line: string): RegExpExecArray | null {
  return line.includes('>') ? timesPattern.exec(line.trim()) : null;
}

const isBlank = (line = ''): boolean => line.trim() === '';
const isNumber = (line = ''): boolean => /^\s*\d{1,9}\s*$/.test(line);

interface TimesLine {
  /** Index of the cue's first line: its number or name, else the times. */
  readonly firstAt: number;
  readonly at: number;
  /** Null if they cannot be read. */
  readonly times: RegExpExecArray | null;
}

/** True for a line with an arrow at the place of times. Anywhere else it belongs to the words. */
function isPlaceOfTimes(lines: readonly string[], at: number): boolean {
  return (
    /^\s*-?\d+\s?[:.]\s?\d.*-->\s*-?\d|^\s*-?\d+\s?:/.test(lines[at] ?? '') ||
    (isNumber(lines[at - 1]) && (at < 2 || isBlank(lines[at - 2])))
  );
}

/** Finds the lines with times, each with the number or the name above it. */
class TimesFinder {
  readonly #lines: readonly string[];
  readonly #isWebVtt: boolean;
  #number: number | null = null;
  #isFirst = true;

  constructor(lines: readonly string[], isWebVtt: boolean) {
    this.#lines = lines;
    this.#isWebVtt = isWebVtt;
  }

  find(): readonly TimesLine[] {
    return this.#lines.flatMap((line, at) => {
      const times = timesOf(line);
      const isBroken = times === null && line.includes('-->') && isPlaceOfTimes(this.#lines, at);
      return times === null && !isBroken ? [] : { firstAt: this.#firstLineOf(at), at, times };
    });
  }

  /**
   * A number above the times belongs to them. Files with an empty line after each line have it further above; there it
   * continues the count, so that a number among the words stays one of them.
   */
  #firstLineOf(at: number): number {
    const lines = this.#lines;
    let above = at - 1;
    while (above >= 0 && isBlank(lines[above])) above -= 1;
    const number = isNumber(lines[above]) ? Number(lines[above]) : null;
    const next = this.#number === null ? null : this.#number + 1;
    const continues = this.#isFirst || number === next;
    this.#isFirst = false;
    if (number !== null && (above === at - 1 || continues)) {
      this.#number = number;
      return above;
    }
    const isName = this.#isWebVtt && above === at - 1 && isBlank(lines[above - 1]);
    return isName ? above : at;
  }
}

/** Leaves out the blocks of WebVTT that are not shown. */
function withoutBlocks(lines: readonly string[]): readonly string[] {
  let isWithin = false;
  return lines.map((line, index) => {
    if (isBlank(line) || timesOf(line) !== null) isWithin = false;
    else if (isBlank(lines[index - 1]) && blockPattern.test(line)) isWithin = true;
    return isWithin ? '' : line;
  });
}

/** Empties the lines from the name of WebVTT to the first empty line or times. */
function withoutHead(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => !isBlank(line));
  const end = lines.findIndex((line, at) => at > start && (isBlank(line) || timesOf(line) !== null));
  return end === -1 ? [] : lines.map((line, at) => (at < end ? '' : line));
}

/** @param words the lines below the times. Other words than settings may stand beside the times of SubRip. */
function cueOf(times: RegExpExecArray, words: readonly string[], isWebVtt: boolean): ReadCue {
  const [, start = '', end = '', rest = ''] = times;
  const isSettings = isWebVtt || isBlank(rest) || settingsPattern.test(rest);
  return {
    startMilliseconds: readCueTime(start) ?? 0,
    endMilliseconds: readCueTime(end) ?? 0,
    lines: isSettings ? words : [rest, ...words],
  };
}

const isWritten = (line: string): boolean => !isBlank(line);

/**
 * Reads SubRip and WebVTT as programs actually write them, whatever the name of the file: any line ends, a byte order
 * mark, one to nine digits after the seconds or none, points, commas and colons before them, hours or none, numbers
 * missing or out of order, empty lines within a cue or none between cues, coordinates and settings, arrows among the
 * words. Notes, styles and regions are left out. A time below zero is zero.
 */
export function readCues(text: string): ReadCues {
  const written = text.replace(/^\ufeff/, '').split(/\r\n?|\n/);
  const isWebVtt = headPattern.test(written.find(isWritten) ?? '');
  const lines = isWebVtt ? withoutBlocks(withoutHead(written)) : written;
  const found = new TimesFinder(lines, isWebVtt).find();
  const cues: ReadCue[] = [];
  // What stands before the first cue of WebVTT is none of its words.
  const unplaced = isWebVtt ? [] : [lines.slice(0, found[0]?.firstAt).filter(isWritten)];
  for (const [index, { at, times }] of found.entries()) {
    const words = lines.slice(at + 1, found[index + 1]?.firstAt);
    if (times === null) unplaced.push(words.filter(isWritten));
    else cues.push(cueOf(times, words, isWebVtt));
  }
  return { isWebVtt, cues, unplaced: unplaced.filter((each) => each.length > 0) };
}
