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

/**
 * Returns the exact rate of a timebase. Some programs write a rounded rate, such as 29.97, as the timebase.
 * @throws RangeError unless the timebase is a whole number from 1 to 1000 or such a rate.
 */
export function frameRateOfTimebase(timebase: number, isNtsc: boolean): FrameRate {
  if (!Number.isInteger(timebase)) return frameRateOfNumber(timebase);
  if (timebase < 1 || timebase > 1000)
    throw new RangeError(`There is no frame rate with the timebase ${String(timebase)}.`);
  return isNtsc ? { numerator: timebase * 1000, denominator: 1001 } : { numerator: timebase, denominator: 1 };
}

/** Maximum difference between a rate with two decimals, such as 23.98 or 23.97, and the exact one. */
const rateTolerance = 0.0065;

/**
 * Converts a floating-point frame rate to the exact rate it means: a whole number, or a rate that runs a thousandth
 * slow, with any number of digits.
 * @throws RangeError for any other number.
 */
export function frameRateOfNumber(framesPerSecond: number): FrameRate {
  const nominal = Math.round(framesPerSecond);
  const fromWhole = Math.abs(framesPerSecond - nominal);
  const fromNtsc = Math.abs(framesPerSecond - (nominal * 1000) / 1001);
  if (!(Math.min(fromWhole, fromNtsc) <= rateTolerance))
    throw new RangeError(`${String(framesPerSecond)} frames per second is not a rate sequences are cut at.`);
  return frameRateOfTimebase(nominal, fromNtsc < fromWhole);
}

/** Returns the exact rate that a floating-point number means; null if no sequences are cut at it. */
export function frameRateOrNull(framesPerSecond: number): FrameRate | null {
  try {
    return frameRateOfNumber(framesPerSecond);
  } catch {
    return null;
  }
}

/** Rates that run a thousandth slow, as nominal frames per second. */
const ntscRates = [24, 30, 48, 60, 120];

/**
 * Returns the exact units per second of a timescale that is a rounded rate times 100 or 1000, such as 2997 or 23976;
 * null for any other timescale.
 */
export function exactTimescale(
  timescale: number,
): { readonly numerator: bigint; readonly denominator: bigint } | null {
  for (const scale of [100, 1000])
    for (const nominal of ntscRates) {
      if (timescale !== Math.round((nominal * 1000 * scale) / 1001)) continue;
      return { numerator: BigInt(nominal * 1000 * scale), denominator: 1001n };
    }
  return null;
}
