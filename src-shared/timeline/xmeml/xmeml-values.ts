import { canDropFrames, frameRateOfTimebase } from '../frame-rate.ts';
import type { FrameRate } from '../rational-time.ts';
import { parseTimecode } from '../timecode.ts';
import { TimelineParseError } from '../timeline-parse-error.ts';
import { childOf, childText, placeOf, type XmlNode } from '../xml-reader.ts';

/** Null if the element is missing. @throws TimelineParseError unless it is a whole number below a thousand million. */
export function readInteger(node: XmlNode, name: string): number | null {
  const text = childText(node, name);
  if (text === null) return null;
  if (!/^-?\d{1,9}$/.test(text))
    throw new TimelineParseError(`“${text.slice(0, 40)}” is not a whole number of <${name}>.`, placeOf(node));
  return Number(text);
}

/** @throws TimelineParseError when it is missing or not a whole number. */
export function requireInteger(node: XmlNode, name: string): number {
  const value = readInteger(node, name);
  if (value === null) throw new TimelineParseError(`<${name}> is missing.`, placeOf(node));
  return value;
}

/** Reads a boolean in any case, because writers differ. */
export function readBoolean(node: XmlNode, name: string): boolean | null {
  const text = childText(node, name)?.toLowerCase();
  return text === undefined ? null : text === 'true' || text === '1';
}

/** Reads the rate of an element; null if it has none. */
export function readRate(node: XmlNode): FrameRate | null {
  const rate = childOf(node, 'rate');
  if (rate === null) return null;
  try {
    return frameRateOfTimebase(readTimebase(rate), readBoolean(rate, 'ntsc') ?? false);
  } catch (error) {
    if (error instanceof RangeError) throw new TimelineParseError(error.message, placeOf(rate));
    throw error;
  }
}

/** Reads the timebase, which some programs write as a rounded rate. */
function readTimebase(rate: XmlNode): number {
  const text = childText(rate, 'timebase') ?? '';
  return /^\d{1,4}\.\d{1,20}$/.test(text) ? Number(text) : requireInteger(rate, 'timebase');
}

export interface ReadTimecode {
  readonly startFrame: number;
  readonly isDropFrame: boolean;
}

/**
 * Reads the true frame count, else the label's; zero without timecode. Drop-frame at a rate that has none, as some
 * phones write it, is ignored.
 */
export function readTimecode(node: XmlNode, rate: FrameRate): ReadTimecode {
  const timecode = childOf(node, 'timecode');
  if (timecode === null) return { startFrame: 0, isDropFrame: false };
  const isDropFrame = childText(timecode, 'displayformat') === 'DF' && canDropFrames(rate);
  const startFrame = readInteger(timecode, 'frame');
  if (startFrame !== null) return { startFrame: Math.max(0, startFrame), isDropFrame };
  const label = (childText(timecode, 'string') ?? '00:00:00:00').replace(
    /;/g,
    canDropFrames(rate) ? ';' : ':',
  );
  const parsed = parseTimecode(label, rate, isDropFrame);
  return { startFrame: parsed.frames, isDropFrame: parsed.isDropFrame };
}

/** Converts frames at one rate to frames at another, to the nearest. */
export function convertFrames(frames: number, from: FrameRate, to: FrameRate): number {
  return Math.round((frames * from.denominator * to.numerator) / (from.numerator * to.denominator));
}
