import { arrangeCaptions, shownCaptions } from '../../model/arrange-captions.ts';
import { type FrameRate, millisecondsOfFrames } from '../../model/rational-time.ts';
import { TimelineParseError } from '../../model/timeline-parse-error.ts';
import type { Caption, CaptionTrack } from '../../model/timeline.ts';
import { captionLines, captionTimestamp } from './caption-text.ts';
import { readCues } from './read-cues.ts';

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

/** Formatting that some programs write. The timeline's captions are plain. */
const markup =
  /<\/?(?:b|i|u|s|font|span|v|c|lang|ruby|rt)(?:[\s.][^<>]*)?>|<(?:\d+:)?\d+:\d+[.,]\d+>|\{\\[^{}]*\}/gi;
const lineBreak = /<br\s?\/?>/gi;
const reference = /&(amp|lt|gt|quot|apos|nbsp|#39|#34);/g;
const referred: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
  '#34': '"',
};

function unformatted(line: string): readonly string[] {
  return line
    .split(lineBreak)
    .map((part) => part.replace(markup, '').replace(reference, (_, name: string) => referred[name] ?? ''));
}

function plainLines(lines: readonly string[]): readonly string[] {
  return lines
    .flatMap((line) => (/[<&{]/.test(line) ? unformatted(line) : line))
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function nearestFrame(milliseconds: number, rate: FrameRate): number {
  return Math.round((milliseconds * rate.numerator) / (rate.denominator * 1000));
}

/**
 * Reads SubRip as `readCues` does, and WebVTT in its place. Formatting is dropped. Resolves overlaps like
 * `arrangeCaptions`, omits cues without text, and gives a frame to those that end where or before they begin. Texts
 * without a time that can be read are in `unplaced`.
 * @throws TimelineParseError for text without any times.
 */
export function readSrt(text: string, frameRate: FrameRate, languageCode: string): CaptionTrack {
  const { cues, unplaced } = readCues(text);
  if (cues.length === 0 && unplaced.length > 0)
    throw new TimelineParseError('This text belongs to no caption.', 'line 1');
  const captions = cues.flatMap(({ startMilliseconds, endMilliseconds, lines }): Caption[] => {
    const plain = plainLines(lines);
    const startFrame = nearestFrame(startMilliseconds, frameRate);
    const durationFrames = Math.max(1, nearestFrame(endMilliseconds, frameRate) - startFrame);
    return plain.length === 0 ? [] : [{ startFrame, durationFrames, lines: plain }];
  });
  const left = unplaced.map((lines) => plainLines(lines).join(' ')).filter((words) => words !== '');
  return {
    languageCode,
    captions: arrangeCaptions(captions),
    ...(left.length > 0 && { unplaced: left }),
  };
}
