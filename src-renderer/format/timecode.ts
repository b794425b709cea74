import { canDropFrames, nominalFramesPerSecond } from '../../src-shared/timeline/frame-rate.ts';
import type { FrameRate } from '../../src-shared/timeline/rational-time.ts';
import { formatTimecode as formatWhole, frameOfDropLabel } from '../../src-shared/timeline/timecode.ts';

/**
 * `HH:MM:SS:FF` of a frame counted from zero; `HH:MM:SS;FF` in drop-frame, where the rate has it.
 * @param frames the part of one and what lies before the first count for nothing, as what a movie says of itself may.
 */
export function formatTimecode(frames: number, rate: FrameRate, isDropFrame = false): string {
  const whole = Number.isFinite(frames) ? Math.max(0, Math.floor(frames)) : 0;
  return formatWhole(whole, rate, dropsNumbers(rate, isDropFrame));
}

const dropsNumbers = (rate: FrameRate, isDropFrame: boolean): boolean => isDropFrame && canDropFrames(rate);

/** How a movie counts, and where it stands. */
interface TimecodeContext {
  readonly frameRate: FrameRate;
  readonly isDropFrame: boolean;
  /** The present frame. */
  readonly frame: number;
}

/**
 * The frame a typed timecode means: `1:02:10`, `10210` or `1.02.10`, counted from the right; `+15` and `-2:00` from the
 * present frame. Null for anything else. May lie beyond the ends.
 */
export function parseTimecode(
  typed: string,
  { frameRate, isDropFrame, frame: presentFrame }: TimecodeContext,
): number | null {
  const [, sign = '', digits = ''] = /^\s*([+-]?)((?:\d{1,8})(?:[:;.,]\d{1,2}){0,3})\s*$/.exec(typed) ?? [];
  if (digits === '') return null;
  const parts = /\D/.test(digits) ? digits.split(/\D/) : (digits.padStart(8, '0').match(/../g) ?? []);
  const [frames = 0, seconds = 0, minutes = 0, hours = 0] = parts.map(Number).reverse();
  const label = ((hours * 60 + minutes) * 60 + seconds) * nominalFramesPerSecond(frameRate) + frames;
  const count = dropsNumbers(frameRate, isDropFrame) ? frameOfDropLabel(label, frameRate) : label;
  if (sign === '') return count;
  return presentFrame + (sign === '+' ? count : -count);
}
