import { findPictures } from '../../av/clip-decoder.ts';
import { openMedia } from '../../av/open-media.ts';
import type { FrameRate } from '../../av/picture-encoder.ts';

const usual: FrameRate = { num: 30, den: 1 };
const maxRate = 120;

/** Returns a clip's mean frame rate, because clips from phones vary. 30 if the file states no plausible rate. */
export function findFrameRate(path: string): FrameRate {
  const format = openMedia(path);
  try {
    const { stream } = findPictures(format);
    const candidates = [stream.avgFrameRate, stream.rFrameRate].map(({ num, den }) => ({ num, den }));
    return candidates.map(rounded).find(isPossible) ?? usual;
  } finally {
    format.closeInputSync();
  }
}

function isPossible({ num, den }: FrameRate): boolean {
  return num > 0 && den > 0 && num / den >= 1 && num / den <= maxRate;
}

const rates: readonly FrameRate[] = [
  { num: 24_000, den: 1_001 },
  { num: 24, den: 1 },
  { num: 25, den: 1 },
  { num: 30_000, den: 1_001 },
  { num: 30, den: 1 },
  { num: 48, den: 1 },
  { num: 50, den: 1 },
  { num: 60_000, den: 1_001 },
  { num: 60, den: 1 },
];

/** Returns the standard rate closest to a measured one, or the measured rate if none is close. */
function rounded(rate: FrameRate): FrameRate {
  const exact = rate.num / rate.den;
  return rates.find(({ num, den }) => Math.abs(num / den - exact) < 0.004) ?? rate;
}
