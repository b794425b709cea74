import type { FrameRate } from '../../src-shared/timeline/rational-time.ts';

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Frames counted per second of timecode: 30 for 30000/1001. */
function nominalFrameRate(rate: FrameRate): number {
  return Math.round(rate.numerator / rate.denominator);
}

/** The label a drop-frame count shows: numbers are skipped each minute but every tenth, no frame is. */
function addDroppedNumbers(frames: number, nominal: number): number {
  const dropped = Math.round(nominal / 15);
  const perMinute = nominal * 60 - dropped;
  const perTenMinutes = perMinute * 10 + dropped;
  const tens = Math.floor(frames / perTenMinutes);
  const rest = frames % perTenMinutes;
  const minutes = rest < nominal * 60 ? 0 : Math.floor((rest - nominal * 60) / perMinute) + 1;
  return frames + dropped * (tens * 9 + minutes);
}

/**
 * `HH:MM:SS:FF` of a frame counted from zero. Drop-frame (`HH:MM:SS;FF`) only exists for 29.97 and 59.94.
 * @param frames whole and not negative.
 */
export function formatTimecode(frames: number, rate: FrameRate, isDropFrame = false): string {
  const nominal = nominalFrameRate(rate);
  const label = isDropFrame ? addDroppedNumbers(frames, nominal) : frames;
  const seconds = Math.floor(label / nominal);
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits);
  return `${clock.join(':')}${isDropFrame ? ';' : ':'}${twoDigits(label % nominal)}`;
}

/** The frame with a label of a drop-frame count; that of the next one for a number that is skipped. */
function dropNumbers(label: number, nominal: number): number {
  const dropped = Math.round(nominal / 15);
  const minutes = Math.floor(label / (nominal * 60));
  const isSkipped = minutes % 10 !== 0 && label % (nominal * 60) < dropped;
  const counted = isSkipped ? minutes * nominal * 60 + dropped : label;
  return counted - dropped * (minutes - Math.floor(minutes / 10));
}

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
  const nominal = nominalFrameRate(frameRate);
  const label = ((hours * 60 + minutes) * 60 + seconds) * nominal + frames;
  const count = isDropFrame ? dropNumbers(label, nominal) : label;
  if (sign === '') return count;
  return presentFrame + (sign === '+' ? count : -count);
}
