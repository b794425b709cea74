import type { FrameRate } from '../../model/rational-time.ts';

/** Size and rate of a sequence. */
interface FrameForm {
  /** Pixels, square. */
  readonly width: number;
  readonly height: number;
  readonly frameRate: FrameRate;
}

/** Beginnings of the names of OpenShot's profiles, by size in pixels. */
const sizes: Readonly<Record<string, string>> = {
  '720x1280': 'HD Vertical 720p',
  '1080x1080': 'HD Square 1080p',
  '1080x1350': 'HD Vertical 1080p',
  '1080x1920': 'FHD Vertical 1080p',
  '1280x720': 'HD 720p',
  '1600x900': 'HD+ 900p',
  '1920x1080': 'FHD 1080p',
  '2560x1440': '2.5K WQHD 1440p',
  '3200x1800': '3K QHD+ 1800p',
  '3840x2160': '4K UHD 2160p',
  '5120x2880': '5K UHD 2880p',
  '7680x4320': '8K UHD 4320p',
};

/** Names of profiles that do not follow the others. */
const oddNames: Readonly<Record<string, string>> = {
  'HD 720p 50 fps': 'PAL HD 720p 50 fps',
  'FHD 1080p 25 fps': 'FHD PAL 1080p 25 fps',
  'FHD 1080p 50 fps': 'FHD PAL 1080p 50 fps',
};

const rates: readonly string[] = ['23.98', '24', '25', '29.97', '30', '50', '59.94', '60'];

/** Sizes without profiles at NTSC rates. */
const wholeRatesOnly: readonly string[] = ['1080x1080', '1080x1350'];

/** Returns the name of OpenShot's progressive profile of a size and rate, as OpenShot 3.4 lists it; null without one. */
export function openShotProfileOf({ width, height, frameRate }: FrameForm): string | null {
  const size = `${String(width)}x${String(height)}`;
  const rate = String(Math.round((frameRate.numerator / frameRate.denominator) * 100) / 100);
  const lacksRate = wholeRatesOnly.includes(size) && rate.includes('.');
  const beginning = sizes[size];
  if (beginning === undefined || !rates.includes(rate) || lacksRate) return null;
  const name = `${beginning} ${rate} fps`;
  return oddNames[name] ?? name;
}
