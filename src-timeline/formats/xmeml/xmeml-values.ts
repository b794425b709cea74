import { canDropFrames, frameRateOfTimebase } from '../../model/frame-rate.ts';
import type { FrameRate } from '../../model/rational-time.ts';
import { parseTimecode } from '../../model/timecode.ts';
import { childOf, childText, type XmlNode } from '../xml/xml-reader.ts';

/** Reads a number below a thousand million; null if the element is missing or has no such number. */
export function readNumber(node: XmlNode, name: string): number | null {
  const text = childText(node, name);
  if (text === null || !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(text)) return null;
  const value = Number(text);
  return Math.abs(value) < 1e9 ? value : null;
}

/** Reads a number as the nearest whole one, because some programs write frames as `100.0`. Null like `readNumber`. */
export function readInteger(node: XmlNode, name: string): number | null {
  const value = readNumber(node, name);
  // Adding zero turns a negative zero into zero.
  return value === null ? null : Math.round(value) + 0;
}

/** Reads a boolean in any case, because writers differ. */
export function readBoolean(node: XmlNode, name: string): boolean | null {
  const text = childText(node, name)?.toLowerCase();
  return text === undefined ? null : text === 'true' || text === '1';
}

/** Reads the rate of an element; null without a usable one. A rounded timebase (`23.98`) means the exact rate. */
export function readRate(node: XmlNode): FrameRate | null {
  const rate = childOf(node, 'rate');
  const timebase = rate === null ? null : readNumber(rate, 'timebase');
  if (rate === null || timebase === null) return null;
  try {
    return frameRateOfTimebase(timebase, readBoolean(rate, 'ntsc') ?? false);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

export interface ReadTimecode {
  readonly startFrame: number;
  readonly isDropFrame: boolean;
}

/** True if a sequence or file says at which timecode it begins. */
export function statesTimecode(node: XmlNode): boolean {
  const timecode = childOf(node, 'timecode');
  return ['frame', 'string'].some((name) => timecode !== null && childText(timecode, name) !== null);
}

/**
 * Reads the true frame count, else the label's; zero without a readable timecode. Drop-frame at a rate that has none, as
 * some phones write it, is ignored.
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
  try {
    const parsed = parseTimecode(label, rate, isDropFrame);
    return { startFrame: parsed.frames, isDropFrame: parsed.isDropFrame };
  } catch (error) {
    if (error instanceof RangeError) return { startFrame: 0, isDropFrame };
    throw error;
  }
}

/** Converts frames at one rate to frames at another, to the nearest. */
export function convertFrames(frames: number, from: FrameRate, to: FrameRate): number {
  return Math.round((frames * from.denominator * to.numerator) / (from.numerator * to.denominator));
}
