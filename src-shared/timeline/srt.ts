import { arrangeCaptions, shownCaptions } from './arrange-captions.ts';
import { captionLines, captionTimestamp } from './caption-text.ts';
import { type FrameRate, millisecondsOfFrames } from './rational-time.ts';
import { TimelineParseError } from './timeline-parse-error.ts';
import type { Caption, CaptionTrack } from './timeline.ts';

/** Players show two lines. More would cover the picture. */
const maxLines = 2;

/** Replaces arrows and control characters, which SubRip would misread, and drops empty lines for the same reason. */
function writableLines(lines: readonly string[]): readonly string[] {
  const written = captionLines(lines, (line) => line.replaceAll('-->', '→'));
  const [first = '', ...rest] = written;
  return written.length <= maxLines ? written : [first, rest.join(' ')];
}

/**
 * Writes SubRip: UTF-8 without byte order mark, CRLF, cues from 1, times from the first frame of the sequence whatever
 * its timecode. Both ends are rounded up to the millisecond, so that readers that round down to a frame get the same
 * frame as those that round to the nearest.
 *
 * The format loses: the language, lines beyond the second (they join it), and the last frame of a caption that another
 * one follows at once. Captions without text are omitted.
 */
export function writeSrt(track: CaptionTrack, frameRate: FrameRate): string {
  const timestamp = (frames: number): string =>
    captionTimestamp(millisecondsOfFrames(frames, frameRate), ',');
  const cues = shownCaptions(track.captions).map(({ startFrame, durationFrames, lines }, index) => {
    const times = `${timestamp(startFrame)} --> ${timestamp(startFrame + durationFrames)}`;
    return [String(index + 1), times, ...writableLines(lines), '', ''].join('\r\n');
  });
  return cues.join('');
}

const timesPattern =
  /^\s*(\d{1,4}):(\d{1,2}):(\d{1,2})[,.](\d{1,3})\s*-->\s*(\d{1,4}):(\d{1,2}):(\d{1,2})[,.](\d{1,3})(?:\s.*)?$/;

/** Formatting that some programs write. The timeline's captions are plain. */
const markup = /<\/?(?:b|i|u|font)(?:\s[^<>]*)?>|\{\\[^{}]*\}/gi;

function millisecondsOf(parts: readonly string[]): number {
  const [hours = 0, minutes = 0, seconds = 0] = parts.map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + Number((parts[3] ?? '').padEnd(3, '0'));
}

function nearestFrame(milliseconds: number, rate: FrameRate): number {
  return Math.round((milliseconds * rate.numerator) / (rate.denominator * 1000));
}

interface TimesLine {
  /** Line index. */
  readonly at: number;
  /** Null if they cannot be read. */
  readonly times: RegExpExecArray | null;
}

/** Called for each broken cue: throws the error, or returns to have the cue skipped. */
type OnBroken = (error: TimelineParseError) => void;

function throwIt(error: TimelineParseError): void {
  throw error;
}

/** Finds the lines with times. An arrow is text unless a time or the number of a cue comes right before it. */
function findTimesLines(lines: readonly string[], onBroken: OnBroken): readonly TimesLine[] {
  return lines.flatMap((line, at) => {
    const times = timesPattern.exec(line);
    if (times !== null) return { at, times };
    if (!line.includes('-->')) return [];
    onBroken(new TimelineParseError('The times of this caption cannot be read.', `line ${String(at + 1)}`));
    const isText = !/^\s*-?\d+:/.test(line) && !isNumber(lines[at - 1]);
    return isText ? [] : { at, times };
  });
}

function isNumber(line = ''): boolean {
  return /^\s*\d+\s*$/.test(line);
}

/** Returns a cue's first line. A number above the times belongs to it, not to the caption before. */
function firstLineOfCue(lines: readonly string[], { at }: TimesLine): number {
  return isNumber(lines[at - 1]) ? at - 1 : at;
}

function readCue(
  lines: readonly string[],
  { at, times }: TimesLine,
  next: TimesLine | undefined,
  rate: FrameRate,
  onBroken: OnBroken,
): Caption[] {
  if (times === null) return [];
  const [start = 0, end = 0] = [times.slice(1, 5), times.slice(5, 9)].map(millisecondsOf);
  if (end < start) {
    onBroken(new TimelineParseError('The caption ends before it begins.', `line ${String(at + 1)}`));
    return [];
  }
  const startFrame = nearestFrame(start, rate);
  const text = lines
    .slice(at + 1, next === undefined ? undefined : firstLineOfCue(lines, next))
    .map((line) => line.replace(markup, '').trim())
    .filter((line) => line !== '');
  const durationFrames = Math.max(1, nearestFrame(end, rate) - startFrame);
  return text.length === 0 ? [] : [{ startFrame, durationFrames, lines: text }];
}

/**
 * Reads SubRip as programs actually write it: any line ends, a byte order mark, points for commas, numbers missing or
 * out of order, empty lines within a caption, formatting (which is dropped). Resolves overlaps like `arrangeCaptions`
 * and omits cues without text.
 * @param onBroken called for text before the first times, unreadable times, and a cue that ends before it begins.
 * Throws by default.
 * @throws TimelineParseError for text without any times.
 */
export function readSrt(
  text: string,
  frameRate: FrameRate,
  languageCode: string,
  onBroken: OnBroken = throwIt,
): CaptionTrack {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n?|\n/);
  const cues = findTimesLines(lines, onBroken);
  const [first] = cues;
  const head = lines.slice(0, first === undefined ? undefined : firstLineOfCue(lines, first));
  const stray = head.findIndex((line) => line.trim() !== '');
  if (stray !== -1) {
    const error = new TimelineParseError('This text belongs to no caption.', `line ${String(stray + 1)}`);
    if (first === undefined) throw error;
    onBroken(error);
  }
  const captions = cues.flatMap((cue, index) => readCue(lines, cue, cues[index + 1], frameRate, onBroken));
  return { languageCode, captions: arrangeCaptions(captions) };
}
