import { exactTimescale, frameRateOfTimebase, frameRateOrNull, maxFrames } from '../../model/frame-rate.ts';
import {
  type FrameRate,
  nearestFramesOfTime,
  type RationalTime,
  rationalTime,
} from '../../model/rational-time.ts';

/** Frame duration as in Final Cut: hundredths at whole rates (`100/3000s`), `1001/30000s` at the others. */
function frameDurationOf(rate: FrameRate): { readonly numerator: bigint; readonly denominator: bigint } {
  const scale = rate.denominator === 1 ? 100n : 1n;
  return { numerator: BigInt(rate.denominator) * scale, denominator: BigInt(rate.numerator) * scale };
}

/**
 * Formats frames as an FCPXML time. The result is always a fraction over the rate's own timescale, never whole seconds
 * and never reduced: one reader accepts only fractions, and multiples of the frame duration stay recognisable.
 */
export function formatFcpxmlTime(frames: number, rate: FrameRate): string {
  const { numerator, denominator } = frameDurationOf(rate);
  return `${String(BigInt(frames) * numerator)}/${String(denominator)}s`;
}

/**
 * Start of the own time of stills, gaps and captions, whose content has no time of its own. Final Cut uses one hour;
 * this is the last whole frame up to it. An editor then has room to extend their beginning.
 */
export function ownTimeStartFrame({ numerator, denominator }: FrameRate): number {
  return Math.floor((3600 * numerator) / denominator);
}

const timePattern = /^(-?\d{1,19})(?:\/(\d{1,10})|\.(\d{1,9}))?s$/;

/**
 * Reads `5s`, `1001/30000s` and the decimals some programs write. A fraction over a rounded rate, such as `100/2997s`,
 * counts frames of the exact rate.
 * @throws RangeError for anything else, or a zero denominator.
 */
export function parseFcpxmlTime(text: string): RationalTime {
  const parts = timePattern.exec(text.trim());
  if (parts === null) throw new RangeError(`“${text.slice(0, 40)}” is not a time.`);
  const [, whole = '0', denominator = '1', decimals = ''] = parts;
  const exact = exactTimescale(Number(denominator));
  if (exact !== null) return rationalTime(BigInt(whole) * exact.denominator, exact.numerator);
  return rationalTime(BigInt(whole + decimals), BigInt(denominator) * 10n ** BigInt(decimals.length));
}

/**
 * Returns the frame nearest to a read time, because other programs cut sound between frames.
 * @throws RangeError for a time beyond two thousand hours.
 */
export function framesOfFcpxmlTime(time: RationalTime, rate: FrameRate): number {
  const frames = nearestFramesOfTime(time, rate);
  if (Math.abs(frames) > maxFrames) throw new RangeError('The document has a time longer than any sequence.');
  return frames;
}

/** Returns the rate with this frame duration, as stated. @throws RangeError unless the duration is above zero. */
export function frameRateOfDuration(text: string): FrameRate {
  const { numerator, denominator } = parseFcpxmlTime(text);
  const rate = { numerator: Number(denominator), denominator: Number(numerator) };
  if (numerator <= 0n || rate.numerator / rate.denominator > 1000 || rate.numerator < rate.denominator)
    throw new RangeError(`“${text}” is not how long a frame lasts.`);
  return rate;
}

/**
 * Returns the exact rate that a stated one means: 24000/1001 for 23.98, 23.976 and a frame of 1001/23976 s. Other rates
 * are unchanged.
 */
export function exactRateOf(rate: FrameRate): FrameRate {
  const { numerator, denominator } = rate;
  const nominal = Math.round(numerator / denominator);
  // 1001/23976 s takes off the thousandth twice.
  const isTwiceSlow = numerator === nominal * 1_000_000 && denominator === 1_002_001;
  return isTwiceSlow
    ? frameRateOfTimebase(nominal, true)
    : (frameRateOrNull(numerator / denominator) ?? rate);
}
