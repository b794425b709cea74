import { type Hex, hexOfOklab, linearOfHex, oklabOfHex } from './oklab.ts';

export type { Hex } from './oklab.ts';

/** Mixes two colours perceptually; `share` is the weight of the second. */
export function mixColors(from: Hex, to: Hex, share: number): Hex {
  const a = oklabOfHex(from);
  const b = oklabOfHex(to);
  return hexOfOklab({
    lightness: a.lightness + (b.lightness - a.lightness) * share,
    a: a.a + (b.a - a.a) * share,
    b: a.b + (b.b - a.b) * share,
  });
}

/** Lightens a colour by `amount` of the range from black to white; a negative value darkens. */
export function shiftLightness(color: Hex, amount: number): Hex {
  const lab = oklabOfHex(color);
  return hexOfOklab({ ...lab, lightness: Math.min(1, Math.max(0, lab.lightness + amount)) });
}

/** Returns the perceived lightness, from 0, black, to 1, white. */
export function lightnessOf(color: Hex): number {
  return oklabOfHex(color).lightness;
}

/** Moves a colour out of the middle tones, on which neither black nor white is legible. */
export function withoutMiddleTone(color: Hex): Hex {
  const step = luminanceOf(color) > 0.19 ? 0.02 : -0.02;
  let moved = color;
  const isClear = () => Math.max(contrastOf(moved, '#0d0f14'), contrastOf(moved, '#ffffff')) >= 7.5;
  for (let tries = 0; tries < 20 && !isClear(); tries++) moved = shiftLightness(moved, step);
  return moved;
}

export function withAlpha(color: Hex, alpha: number): string {
  const byte = Math.round(Math.min(1, Math.max(0, alpha)) * 255);
  return color + byte.toString(16).padStart(2, '0');
}

/** WCAG 2 contrast, 1 to 21. */
export function contrastOf(a: Hex, b: Hex): number {
  return contrastOfLuminances(luminanceOf(a), luminanceOf(b));
}

export function contrastOfLuminances(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** WCAG 2 relative luminance, 0 to 1. */
export function luminanceOf(color: Hex): number {
  const [red, green, blue] = linearOfHex(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
