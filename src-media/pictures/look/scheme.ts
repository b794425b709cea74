import { contrastOf, type Hex, mixColors } from '../color/color.ts';

/** The colours of one picture. A look has several schemes of one family, so that scenes differ and still match. */
export interface Scheme {
  /** The empty sheet, and what is written on it. */
  readonly ground: Hex;
  readonly ink: Hex;
  /** Flat colours of things, the strongest first. */
  readonly accent: Hex;
  readonly second: Hex;
  readonly third: Hex;
  readonly skyTop: Hex;
  readonly skyBottom: Hex;
  /** Sun, moon, lit windows. */
  readonly light: Hex;
  /** Land at the horizon and land at the viewer's feet. */
  readonly far: Hex;
  readonly near: Hex;
}

/** The colour of land, from 0 at the horizon to 1 at the viewer's feet. */
export function landColor(scheme: Scheme, nearness: number): Hex {
  return mixColors(scheme.far, scheme.near, nearness);
}

/** The scheme with its lower sky drawn towards the upper one until ink can be read on three quarters of it. */
export function withReadableSky(scheme: Scheme): Scheme {
  const { ink, skyTop, skyBottom } = scheme;
  const isReadable = (bottom: Hex) =>
    contrastOf(ink, skyTop) >= 5 && contrastOf(ink, mixColors(skyTop, bottom, 0.75)) >= 5;
  for (let share = 0; share < 1; share += 0.125) {
    const bottom = mixColors(skyBottom, skyTop, share);
    if (isReadable(bottom)) return { ...scheme, skyBottom: bottom };
  }
  return { ...scheme, skyTop: scheme.ground, skyBottom: mixColors(scheme.ground, skyBottom, 0.25) };
}

/** Two rows of five colours: ground, ink, accent, second, third; then skyTop, skyBottom, light, far, near. */
export function scheme(flat: string, scenery: string): Scheme {
  const [ground, ink, accent, second, third] = hexRow(flat);
  const [skyTop, skyBottom, light, far, near] = hexRow(scenery);
  return { ground, ink, accent, second, third, skyTop, skyBottom, light, far, near };
}

function hexRow(row: string): [Hex, Hex, Hex, Hex, Hex] {
  const [a, b, c, d, e] = row.split(' ').map((color): Hex => `#${color.replace('#', '')}`);
  if (!a || !b || !c || !d || !e) throw new Error(`A row of a scheme has five colours: ${row}`);
  return [a, b, c, d, e];
}
