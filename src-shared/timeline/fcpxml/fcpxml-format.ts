import { frameRateOfNumber } from '../frame-rate.ts';
import type { FrameRate } from '../rational-time.ts';

interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/** The name that promises nothing: size, and rate where there is one, are then given beside it. */
export const undefinedFormatName = 'FFVideoFormatRateUndefined';

/** Rates as they end the names of Final Cut's formats. */
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

/** Sizes that have a name of their own. */
const sizeNames: readonly (readonly [width: number, height: number, name: string])[] = [
  [1280, 720, '720p'],
  [1920, 1080, '1080p'],
  [3840, 2160, '3840x2160p'],
];

/** The name of Final Cut's own format for a size and rate; upright and other sizes have none. */
export function formatNameOf({ width, height }: FrameSize, rate: FrameRate): string {
  const size = sizeNames.find(([w, h]) => w === width && h === height)?.[2];
  const suffix = rateSuffixes.find(([n, d]) => n === rate.numerator && d === rate.denominator)?.[2];
  return size === undefined || suffix === undefined ? undefinedFormatName : `FFVideoFormat${size}${suffix}`;
}

/** Size and rate a format's name promises; null where it promises nothing. */
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
