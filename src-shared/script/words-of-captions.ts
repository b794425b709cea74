import type { TextRange } from './read-blocks.ts';
import { unspacedLetters } from './speakable.ts';

const timesLine =
  /^\s*(?:\d{1,3}:)?\d{1,2}:\d{1,2}(?:[.,:]\d{1,3})?\s*-->\s*(?:\d{1,3}:)?\d{1,2}:\d{1,2}(?:[.,:]\d{1,3})?(?:\s|$)/;
const numberLine = /^\s*\d{1,9}\s*$/;
/** Tags of SubRip and WebVTT, with the times of words, and positions of ASS. */
const markup = /<\/?[a-z\d:.][^<>\n]{0,200}>|\{\\[^{}\n]{0,200}\}/giu;

/** A line of a text, as offset of its first letter, text without its end, and words to be spoken; empty for none. */
interface CaptionLine {
  readonly start: number;
  readonly text: string;
  readonly words: string;
}

/** True for a text that begins with a caption in SubRip or WebVTT. */
export function isCaptions(text: string): boolean {
  const isWebVtt = /^\s*WEBVTT(?:\s|$)/.test(text);
  for (const { text: line } of linesOf(text)) {
    if (timesLine.test(line)) return true;
    if (!isWebVtt && line.trim() !== '' && !numberLine.test(line)) return false;
  }
  return false;
}

/**
 * Returns the words of captions in SubRip or WebVTT, as a passage to be spoken. A line that the next caption repeats, as
 * captions that roll up do, is there once. Null for a text that does not begin with a caption.
 */
export function wordsOfCaptions(text: string): string | null {
  if (!isCaptions(text)) return null;
  return readCaptions(text)
    .map(({ words }) => words)
    .filter((words) => words !== '')
    .reduce(joined, '');
}

/**
 * Lists the parts of captions that are not spoken: numbers, times, notes, repeated lines and markup; in order, without
 * overlaps. Null for a text that does not begin with a caption.
 */
export function unspokenOfCaptions(text: string): TextRange[] | null {
  if (!isCaptions(text)) return null;
  return readCaptions(text).flatMap(({ start, text: line, words }) => {
    if (words === '') return line.trim() === '' ? [] : [{ start, end: start + line.length }];
    return [...line.matchAll(markup)].map(({ index, 0: mark }) => ({
      start: start + index,
      end: start + index + mark.length,
    }));
  });
}

function readCaptions(text: string): readonly CaptionLine[] {
  const lines = [...linesOf(text)];
  let isCaption = false;
  let last = '';
  return lines.map(({ start, text: line }, index) => {
    const isTimes = timesLine.test(line);
    const isNumber = numberLine.test(line) && timesLine.test(lines[index + 1]?.text ?? '');
    if (isTimes) isCaption = true;
    else if (isNumber || isBlockOfWebVtt(line)) isCaption = false;
    const own = isCaption && !isTimes ? line.replace(markup, '').trim() : '';
    const words = own === last ? '' : own;
    if (own !== '') last = own;
    return { start, text: line, words };
  });
}

function* linesOf(text: string): Generator<Pick<CaptionLine, 'start' | 'text'>> {
  let start = 0;
  for (const { index, 0: end } of text.matchAll(/\r\n?|\n/g)) {
    yield { start, text: text.slice(start, index) };
    start = index + end.length;
  }
  yield { start, text: text.slice(start) };
}

const isBlockOfWebVtt = (line: string): boolean => /^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(line);

function joined(text: string, next: string): string {
  const isUnspaced = unspacedLetters.test(text.slice(-1)) && unspacedLetters.test(next.slice(0, 1));
  const needsNoSpace = text === '' || isUnspaced || /[。、！？」』），]$/u.test(text);
  return needsNoSpace ? text + next : `${text} ${next}`;
}
