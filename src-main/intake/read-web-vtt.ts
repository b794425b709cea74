import { decodeNamedCharacterReference } from 'decode-named-character-reference';
import { decodeNumericCharacterReference } from 'micromark-util-decode-numeric-character-reference';
import { arrangeCaptions } from '../../src-shared/timeline/arrange-captions.ts';
import type { Caption } from '../../src-shared/timeline/timeline.ts';

const timesPattern =
  /^[ \t]*(?:(\d+):)?([0-5]\d):([0-5]\d)[.,](\d{3})[ \t]+-->[ \t]+(?:(\d+):)?([0-5]\d):([0-5]\d)[.,](\d{3})(?:[ \t].*)?$/;

/** A character reference of HTML: a decimal number, a hexadecimal one or a name. */
const reference = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([\da-z]+));/gi;
const directionMark = /[\u200e\u200f]/g;

/**
 * Reads the cues of a WebVTT file (W3C WebVTT 1, §4 and §6). Their times are in milliseconds instead of frames;
 * `arrangeCaptions` puts them in order and apart. Leaves out notes, styles, regions, settings and tags. Skips a cue
 * whose times cannot be read, as the standard says, but also reads times with commas and hours of one digit.
 * @returns null if the text is not WebVTT.
 */
export function readWebVtt(text: string): readonly Caption[] | null {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n?|\n/);
  if (!/^WEBVTT(?:[ \t].*)?$/.test(lines[0] ?? '')) return null;
  const cues = lines.flatMap((line, at): Caption[] => {
    const times = timesPattern.exec(line);
    return times ? readCue(times, payloadAfter(lines, at)) : [];
  });
  return arrangeCaptions(cues);
}

/** Returns the lines up to an empty one or the next times. */
function payloadAfter(lines: readonly string[], at: number): readonly string[] {
  let end = at + 1;
  while (end < lines.length && lines[end]?.trim() !== '' && !lines[end]?.includes('-->')) end += 1;
  return lines.slice(at + 1, end);
}

function readCue(times: RegExpExecArray, payload: readonly string[]): Caption[] {
  const [start = 0, end = 0] = [times.slice(1, 5), times.slice(5, 9)].map(millisecondsOf);
  const lines = payload.map(plainText).filter((line) => line !== '');
  return end > start && lines.length > 0 ? [{ startFrame: start, durationFrames: end - start, lines }] : [];
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
