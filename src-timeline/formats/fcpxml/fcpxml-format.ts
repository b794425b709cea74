import { frameRateOfNumber } from '../../model/frame-rate.ts';
import type { FrameRate } from '../../model/rational-time.ts';

interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/** Format name without a fixed size or rate, which are then separate attributes. */
export const undefinedFormatName = 'FFVideoFormatRateUndefined';

/** Rates, with the ends of Final Cut's format names. */
const rateSuffixes: readonly (readonly [numerator: number, denominator: number, suffix: string])[] = [
  [24_000, 1001, '2398'],
  [24, 1, '24'],
  [25, 1, '25'],
  [30_000, 1001, '2997'],
  [30, 1, '30'],
  [50, 1, '50'],
  [60_000, 1001, '5994'],
  [60, 1, '60'],
];

/** Sizes with a name of their own. */
const sizeNames: readonly (readonly [width: number, height: number, name: string])[] = [
  [1280, 720, '720p'],
  [1920, 1080, '1080p'],
  [3840, 2160, '3840x2160p'],
];

/** Returns Final Cut's format name for a size and rate; the undefined name for upright and other sizes. */
export function formatNameOf({ width, height }: FrameSize, rate: FrameRate): string {
  const size = sizeNames.find(([w, h]) => w === width && h === height)?.[2];
  const suffix = rateSuffixes.find(([n, d]) => n === rate.numerator && d === rate.denominator)?.[2];
  return size === undefined || suffix === undefined ? undefinedFormatName : `FFVideoFormat${size}${suffix}`;
}

/** Returns the size and rate in a format's name; null if the name has none. */
export function meaningOfFormatName(name: string): (FrameSize & { readonly rate: FrameRate }) | null {
  const parts = /^FFVideoFormat(?:(\d{2,5})x)?(\d{3,5})p(\d{2,4})$/.exec(name);
  if (parts === null) return null;
  const [, width, height = '0', suffix = '0'] = parts;
  const rate = rateSuffixes.find(([, , known]) => known === suffix);
  return {
    width: width === undefined ? Math.round((Number(height) * 16) / 9) : Number(width),
    height: Number(height),
    rate:
      rate === undefined ? frameRateOfNumber(Number(suffix)) : { numerator: rate[0], denominator: rate[1] },
  };
}
