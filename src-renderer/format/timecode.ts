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
