import type { FrameRate } from './rational-time.ts';

/** Longest time a document may have, in frames: two thousand hours at 60 frames per second. */
export const maxFrames = 432_000_000;

/** Number of frames per second of timecode: 30 for both 30 and 29.97. */
export function nominalFramesPerSecond(rate: FrameRate): number {
  return Math.round(rate.numerator / rate.denominator);
}

/** True for the rates that run a thousandth slow: 23.976, 29.97, 59.94. */
export function isNtscRate(rate: FrameRate): boolean {
  return rate.denominator === 1001;
}

/** Drop-frame timecode exists at 29.97 and 59.94 frames per second only. */
export function canDropFrames(rate: FrameRate): boolean {
  return isNtscRate(rate) && nominalFramesPerSecond(rate) % 30 === 0;
}

/** @throws RangeError unless the timebase is a whole number from 1 to 1000. */
export function frameRateOfTimebase(timebase: number, isNtsc: boolean): FrameRate {
  if (!Number.isInteger(timebase) || timebase < 1 || timebase > 1000)
    throw new RangeError(`There is no frame rate with the timebase ${String(timebase)}.`);
  return isNtsc ? { numerator: timebase * 1000, denominator: 1001 } : { numerator: timebase, denominator: 1 };
}

/** Maximum difference between a rate with two decimals, such as 23.98, and the exact one. */
const rateTolerance = 0.005;

/**
 * Converts a floating-point frame rate to the exact rate it means. Accepts whole numbers and thousandth-slow rates
 * with any number of digits.
 * @throws RangeError for any other number.
 */
export function frameRateOfNumber(framesPerSecond: number): FrameRate {
  const nominal = Math.round(framesPerSecond);
  const isNtsc = framesPerSecond !== nominal;
  if (isNtsc && !(Math.abs(framesPerSecond - (nominal * 1000) / 1001) <= rateTolerance))
    throw new RangeError(`${String(framesPerSecond)} frames per second is not a rate sequences are cut at.`);
  return frameRateOfTimebase(nominal, isNtsc);
}
