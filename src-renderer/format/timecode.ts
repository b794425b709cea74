import type { ReturnEdit, ReturnUpdate } from '../../src-shared/contract/return.ts';
import { canDropFrames, nominalFramesPerSecond } from '../../src-timeline/model/frame-rate.ts';
import type { FrameRate } from '../../src-timeline/model/rational-time.ts';
import { formatTimecode as formatWhole, frameOfDropLabel } from '../../src-timeline/model/timecode.ts';
import { plainDigits } from './plain-digits.ts';

/**
 * Formats a frame counted from zero as `HH:MM:SS:FF`, or `HH:MM:SS;FF` in drop-frame if the rate supports it.
 * @param frames fractions are cut off and negative or infinite values count as 0, because a movie may report them.
 */
export function formatTimecode(frames: number, rate: FrameRate, isDropFrame = false): string {
  const whole = Number.isFinite(frames) ? Math.max(0, Math.floor(frames)) : 0;
  return formatWhole(whole, rate, dropsNumbers(rate, isDropFrame));
}

/** Returns the timecode at the start of a span of a cut; null without a span. */
export function timecodeOfSpan(
  span: ReturnEdit['before'],
  { frameRate, startFrame, isDropFrame }: ReturnUpdate['time'],
): string | null {
  return span && formatTimecode(startFrame + span.startFrame, frameRate, isDropFrame);
}

const dropsNumbers = (rate: FrameRate, isDropFrame: boolean): boolean => isDropFrame && canDropFrames(rate);

/** How a movie counts, and its present position. */
interface TimecodeContext {
  readonly frameRate: FrameRate;
  readonly isDropFrame: boolean;
  /** Present frame. */
  readonly frame: number;
}

/**
 * Parses a typed timecode into a frame; null for anything else. Accepts `1:02:10`, `10210` or `1.02.10`, read from the
 * right, and `+15` or `-2:00` relative to the present frame. The result may lie beyond the ends.
 */
export function parseTimecode(
  typed: string,
  { frameRate, isDropFrame, frame: presentFrame }: TimecodeContext,
): number | null {
  const pattern = /^\s*([+-]?)((?:\d{1,8})(?:[:;.,]\d{1,2}){0,3})\s*$/;
  const [, sign = '', digits = ''] = pattern.exec(plainDigits(typed)) ?? [];
  if (digits === '') return null;
  const parts = /\D/.test(digits) ? digits.split(/\D/) : (digits.padStart(8, '0').match(/../g) ?? []);
  const [frames = 0, seconds = 0, minutes = 0, hours = 0] = parts.map(Number).reverse();
  const label = ((hours * 60 + minutes) * 60 + seconds) * nominalFramesPerSecond(frameRate) + frames;
  const count = dropsNumbers(frameRate, isDropFrame) ? frameOfDropLabel(label, frameRate) : label;
  if (sign === '') return count;
  return presentFrame + (sign === '+' ? count : -count);
}
