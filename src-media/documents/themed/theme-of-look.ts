import sharp from 'sharp';
import type { TaskControl } from '../../task-options.ts';
import { drawPage } from '../draw-page.ts';
import type { SlideLook } from '../slide-look.ts';
import type { SlideshowTheme } from '../slideshow-theme.ts';

const sampleSide = 48;
const sample = { width: 960, height: 540 };

interface Shade {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

function luminance({ red, green, blue }: Shade): number {
  const linear = [red, green, blue].map((value) => (value / 255) ** 2.2);
  return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);
}

function contrast(left: Shade, right: Shade): number {
  const [light = 0, dark = 0] = [luminance(left), luminance(right)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function distance(left: Shade, right: Shade): number {
  return Math.hypot(left.red - right.red, left.green - right.green, left.blue - right.blue);
}

function vividness({ red, green, blue }: Shade): number {
  return Math.max(red, green, blue) - Math.min(red, green, blue);
}

function hex({ red, green, blue }: Shade): string {
  return `#${[red, green, blue].map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

/** Returns the colours of a picture, the most frequent first. */
function shadesOf(pixels: Buffer): Shade[] {
  const groups = new Map<number, { count: number; red: number; green: number; blue: number }>();
  for (let index = 0; index + 2 < pixels.length; index += 3) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(index, index + 3);
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    const group = groups.get(key) ?? { count: 0, red: 0, green: 0, blue: 0 };
    group.count += 1;
    group.red += red;
    group.green += green;
    group.blue += blue;
    groups.set(key, group);
  }
  const sorted = [...groups.values()].sort((left, right) => right.count - left.count);
  return sorted.map(({ count, red, green, blue }) => ({
    red: red / count,
    green: green / count,
    blue: blue / count,
  }));
}

/** Makes a theme from the colours of a picture: its background, accents that stand out, and readable ink. */
function themeOfShades(shades: readonly Shade[]): SlideshowTheme {
  const paper = shades[0] ?? { red: 255, green: 255, blue: 255 };
  const white = { red: 255, green: 255, blue: 255 };
  const black = { red: 24, green: 28, blue: 36 };
  const readable = (ground: Shade) => (contrast(ground, black) >= contrast(ground, white) ? black : white);
  const ink = readable(paper);
  const far = shades.filter((shade) => distance(shade, paper) > 60 && contrast(shade, paper) > 1.6);
  const accents = far.slice(0, 40).sort((left, right) => vividness(right) - vividness(left));
  const accent = accents[0] ?? ink;
  const second = accents.find((shade) => distance(shade, accent) > 90) ?? accent;
  const quiet = {
    red: (ink.red * 3 + paper.red) / 4,
    green: (ink.green * 3 + paper.green) / 4,
    blue: (ink.blue * 3 + paper.blue) / 4,
  };
  return {
    colors: {
      paper: hex(paper),
      ink: hex(ink),
      quietInk: hex(quiet),
      accent: hex(accent),
      onAccent: hex(readable(accent)),
      secondAccent: hex(second),
    },
    fonts: {
      headline: { face: 'sans', family: 'Inter', weight: 700 },
      text: { face: 'sans', family: 'Inter', weight: 400 },
    },
    layout: { align: 'left', mark: 'bar', cornerPercent: 2, backdrop: 'plain' },
    styleText: '',
  };
}

/** Returns the theme of a look. @throws MediaError when the picture or deck it names cannot be read */
export async function themeOfLook(look: SlideLook, control: TaskControl): Promise<SlideshowTheme> {
  if (look.kind === 'theme') return look.theme;
  const source =
    look.kind === 'picture'
      ? look.path
      : (await drawPage(look.path, 0, sample, control)).toBuffer('image/png');
  const small = sharp(source, { pages: 1 })
    .resize(sampleSide, sampleSide, { fit: 'fill' })
    .removeAlpha()
    .toColourspace('srgb');
  return themeOfShades(shadesOf(await small.raw().toBuffer()));
}
