import { type Hex, lightnessOf } from '../color/color.ts';
import { hexOfOklab, oklabOfHex } from '../color/oklab.ts';
import { huesNamedIn, isMonochrome, toneNamedIn } from './color-words.ts';
import type { Look } from './look.ts';
import type { Scheme } from './scheme.ts';

/**
 * Applies the colours that a style names: the first to the picture, the second to its accent. If the style requests
 * dark or light, keeps to the look's schemes of that kind, if any; if it requests black and white, converts to grays.
 */
export function tuneLook(look: Look, styleText: string): Look {
  const [main, accent] = huesNamedIn(styleText);
  const [first, second, third] = schemesOfTone(look.schemes, toneNamedIn(styleText));
  const isGray = isMonochrome(styleText);
  const tune = (scheme: Scheme) => (isGray ? grayScheme(scheme) : tuneScheme(scheme, main, accent));
  return { ...look, schemes: [tune(first), tune(second), tune(third)] };
}

/** Changes the accent colour of a look. @param hueDegrees on the Oklab colour circle */
export function accentLook(look: Look, hueDegrees: number): Look {
  const [first, second, third] = look.schemes;
  const tune = (scheme: Scheme) => ({ ...scheme, accent: withHue(scheme.accent, hueDegrees) });
  return { ...look, schemes: [tune(first), tune(second), tune(third)] };
}

type Schemes = Look['schemes'];

function schemesOfTone(schemes: Schemes, tone: 'dark' | 'light' | null): Schemes {
  const fitting = schemes.filter(
    ({ ground, ink }) => tone === null || lightnessOf(ground) < lightnessOf(ink) === (tone === 'dark'),
  );
  const [first, second = first, third = first] = fitting;
  return first && second && third ? [first, second, third] : schemes;
}

function tuneScheme(scheme: Scheme, mainHue: number | undefined, accentHue: number | undefined): Scheme {
  if (mainHue === undefined || (accentHue === undefined && isAccent(scheme, mainHue))) return scheme;
  const family = mainHueOf(scheme);
  const tuned = mapColors(scheme, (color) => tuneColor(color, family, mainHue));
  if (accentHue === undefined) return tuned;
  return { ...tuned, accent: withHue(tuned.accent, accentHue), light: withHue(tuned.light, accentHue) };
}

function grayScheme(scheme: Scheme): Scheme {
  return mapColors(scheme, (color) => polar(polarOf(color).lightness, 0, 0));
}

function mapColors(scheme: Scheme, change: (color: Hex) => Hex): Scheme {
  return Object.fromEntries(
    Object.entries(scheme).map(([role, color]) => [role, change(color as Hex)]),
  ) as unknown as Scheme;
}

/** True if the hue is already the scheme's accent. */
function isAccent({ accent }: Scheme, hue: number): boolean {
  const { chroma, degrees } = polarOf(accent);
  return chroma > 0.05 && Math.abs(angleBetween(degrees, hue)) < 25;
}

/** Returns the hue of the land, which fills most of a picture; of the accent, if the land is gray. */
function mainHueOf({ near, accent }: Scheme): number {
  const land = polarOf(near);
  return land.chroma > 0.03 ? land.degrees : polarOf(accent).degrees;
}

/** Moves colours similar to the land to the new hue. Keeps others, unless they would blend with it. */
function tuneColor(color: Hex, family: number, mainHue: number): Hex {
  const { lightness, chroma, degrees } = polarOf(color);
  const apart = angleBetween(degrees, family);
  if (Math.abs(apart) < 60) return polar(lightness, chroma, mainHue + apart * 0.4);
  const isLost = Math.abs(angleBetween(degrees, mainHue)) < 30;
  return isLost ? polar(lightness, chroma, mainHue + 150) : color;
}

function withHue(color: Hex, degrees: number): Hex {
  const { lightness, chroma } = polarOf(color);
  return polar(lightness, Math.max(0.12, chroma), degrees);
}

function polarOf(color: Hex): { lightness: number; chroma: number; degrees: number } {
  const { lightness, a, b } = oklabOfHex(color);
  return { lightness, chroma: Math.hypot(a, b), degrees: (Math.atan2(b, a) * 180) / Math.PI };
}

function polar(lightness: number, chroma: number, degrees: number): Hex {
  const radians = (degrees * Math.PI) / 180;
  return hexOfOklab({ lightness, a: chroma * Math.cos(radians), b: chroma * Math.sin(radians) });
}

/** Returns an angle from -180 to 180 degrees. */
function angleBetween(degrees: number, from: number): number {
  return ((((degrees - from) % 360) + 540) % 360) - 180;
}
