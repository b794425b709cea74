import type { Hex } from '../color/color.ts';

/** The colours of one picture. A look has several related schemes, so that scenes differ and still match. */
export interface Scheme {
  /** Colours of the empty sheet and of the text on it. */
  readonly ground: Hex;
  readonly ink: Hex;
  /** Flat colours of things, the strongest first. */
  readonly accent: Hex;
  readonly second: Hex;
  readonly third: Hex;
  readonly skyTop: Hex;
  readonly skyBottom: Hex;
  /** Colour of sun, moon and lit windows. */
  readonly light: Hex;
  /** Colours of land at the horizon and in the foreground. */
  readonly far: Hex;
  readonly near: Hex;
}

/** Reads two rows of five colours: ground, ink, accent, second, third; then skyTop, skyBottom, light, far, near. */
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
