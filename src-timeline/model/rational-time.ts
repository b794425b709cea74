/** Frames per second as an exact fraction, such as 30/1 or 30000/1001. */
export interface FrameRate {
  readonly numerator: number;
  readonly denominator: number;
}

/** An exact time in seconds. Always reduced, denominator positive. */
export interface RationalTime {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let x = a < 0n ? -a : a;
  let y = b;
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** @throws RangeError for a denominator that is not positive. */
export function rationalTime(numerator: bigint, denominator: bigint): RationalTime {
  if (denominator <= 0n) throw new RangeError('The denominator of a time must be positive.');
  const divisor = greatestCommonDivisor(numerator, denominator) || 1n;
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

/** Start time of frame `frames` at `rate`, counted from zero. */
export function timeOfFrames(frames: number, rate: FrameRate): RationalTime {
  return rationalTime(BigInt(frames) * BigInt(rate.denominator), BigInt(rate.numerator));
}

/**
 * Converts a time to a frame count.
 * @throws RangeError when the time does not lie on a frame boundary.
 */
export function framesOfTime(time: RationalTime, rate: FrameRate): number {
  const scaled = rationalTime(
    time.numerator * BigInt(rate.numerator),
    time.denominator * BigInt(rate.denominator),
  );
  if (scaled.denominator !== 1n) throw new RangeError('The time does not lie on a frame boundary.');
  return Number(scaled.numerator);
}

export function addTimes(a: RationalTime, b: RationalTime): RationalTime {
  return rationalTime(
    a.numerator * b.denominator + b.numerator * a.denominator,
    a.denominator * b.denominator,
  );
}

export function subtractTimes(a: RationalTime, b: RationalTime): RationalTime {
  return addTimes(a, { numerator: -b.numerator, denominator: b.denominator });
}

/**
 * Returns the frame boundary nearest to a time, halves upwards. Times of other programs may lie between two frames; the
 * app's own are exact.
 */
export function nearestFramesOfTime(time: RationalTime, rate: FrameRate): number {
  const numerator = 2n * time.numerator * BigInt(rate.numerator);
  const denominator = time.denominator * BigInt(rate.denominator);
  const doubled = numerator + denominator;
  const quotient = doubled / (2n * denominator);
  const isBelowZero = doubled < 0n && doubled % (2n * denominator) !== 0n;
  return Number(isBelowZero ? quotient - 1n : quotient);
}

/** Start of a frame in whole milliseconds, rounded up so that it lies in the frame. */
export function millisecondsOfFrames(frames: number, rate: FrameRate): number {
  const numerator = BigInt(rate.numerator);
  return Number((BigInt(frames) * BigInt(rate.denominator) * 1000n + numerator - 1n) / numerator);
}

/** Converts frames to seconds, for display and measurement only; calculations need exact times. */
export function secondsOfFrames(frames: number, rate: FrameRate): number {
  return (frames * rate.denominator) / rate.numerator;
}
