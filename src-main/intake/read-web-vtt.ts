import { decodeNamedCharacterReference } from 'decode-named-character-reference';
import { decodeNumericCharacterReference } from 'micromark-util-decode-numeric-character-reference';
import { readCues } from '../../src-timeline/formats/captions/read-cues.ts';
import { arrangeCaptions } from '../../src-timeline/model/arrange-captions.ts';
import type { Caption } from '../../src-timeline/model/timeline.ts';

/** The time at which the text after it is spoken (§4.2.2, cue timestamp). */
const stampPattern = /<(?:(\d+):)?([0-5]\d):([0-5]\d)[.,](\d{3})>/g;

interface Cue {
  /** Milliseconds. */
  readonly start: number;
  readonly end: number;
  /** With their tags; lines without text are left out. */
  readonly lines: readonly string[];
}

/** A character reference of HTML: a decimal number, a hexadecimal one or a name. */
const reference = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([\da-z]+));/gi;
const directionMark = /[\u200e\u200f]/g;

/**
 * Reads the cues of a WebVTT file (W3C WebVTT 1, §4 and §6) as `readCues` does. Their times are in milliseconds instead
 * of frames; `arrangeCaptions` puts them in order and apart. Leaves out tags. A cue that ends where or before it begins
 * lasts a millisecond.
 * A cue with times between its words becomes one caption for each time. In such a file, lines may roll up: each cue
 * begins with lines of the cue before it, which are read once.
 * @returns null if the text is not WebVTT.
 */
export function readWebVtt(text: string): readonly Caption[] | null {
  const { isWebVtt, cues: read } = readCues(text);
  if (!isWebVtt) return null;
  const cues = read.map(({ startMilliseconds: start, endMilliseconds: end, lines }): Cue => ({
    start,
    end: Math.max(start + 1, end),
    lines: lines.filter((line) => plainText(line) !== ''),
  }));
  const mayRoll = cues.some(({ lines }) => lines.some(hasStamp));
  return arrangeCaptions(
    cues.flatMap((cue, index) => captionsOf(mayRoll ? withoutRepeats(cue, cues[index - 1]) : cue)),
  );
}

function hasStamp(line: string): boolean {
  return line.search(stampPattern) !== -1;
}

/** Leaves out the first lines of a cue that are the last ones of the cue right before it. */
function withoutRepeats(cue: Cue, before: Cue | undefined): Cue {
  if (!before || cue.start > before.end) return cue;
  const shown = before.lines.map(plainText);
  let count = Math.min(shown.length, cue.lines.length);
  const isRepeat = (line: string, index: number): boolean =>
    !hasStamp(line) && plainText(line) === shown[shown.length - count + index];
  while (!cue.lines.slice(0, count).every(isRepeat)) count -= 1;
  return { ...cue, lines: cue.lines.slice(count) };
}

/** Divides a cue at the times between its words. Ignores times that do not lie in order within the cue. */
function captionsOf({ start, end, lines }: Cue): Caption[] {
  const text = lines.join('\n');
  const parts = [{ start, from: 0 }];
  for (const stamp of text.matchAll(stampPattern)) {
    const at = millisecondsOf(stamp.slice(1));
    if (at > (parts.at(-1)?.start ?? 0) && at < end) parts.push({ start: at, from: stamp.index });
  }
  return parts.flatMap((part, index): Caption[] => {
    const next = parts[index + 1];
    const words = text.slice(part.from, next?.from).split('\n').map(plainText);
    const shown = words.filter((line) => line !== '');
    const durationFrames = (next?.start ?? end) - part.start;
    return shown.length > 0 ? [{ startFrame: part.start, durationFrames, lines: shown }] : [];
  });
}

function millisecondsOf(parts: readonly (string | undefined)[]): number {
  const [hours = 0, minutes = 0, seconds = 0, milliseconds = 0] = parts.map((part) => Number(part ?? 0));
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds;
}

function plainText(line: string): string {
  return line
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(reference, referredCharacter)
    .replaceAll(directionMark, '')
    .trim();
}

function referredCharacter(whole: string, decimal?: string, hexadecimal?: string, name = ''): string {
  if (decimal !== undefined) return decodeNumericCharacterReference(decimal, 10);
  if (hexadecimal !== undefined) return decodeNumericCharacterReference(hexadecimal, 16);
  return decodeNamedCharacterReference(name) || whole;
}
