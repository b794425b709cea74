import { attributeOf, childOf, childrenOf, type Element, numberOf } from './xml-tree.ts';

/** A colour: red, green, blue from 0 to 255, alpha from 0 to 1. */
export interface Color {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

const presets: Readonly<Record<string, string>> = {
  black: '000000',
  white: 'ffffff',
  red: 'ff0000',
  green: '008000',
  blue: '0000ff',
  yellow: 'ffff00',
  gray: '808080',
  grey: '808080',
  orange: 'ffa500',
  purple: '800080',
};

const black: Color = { red: 0, green: 0, blue: 0, alpha: 1 };

function fromHex(hex: string): Color {
  const value = /^[\da-f]{6}$/iu.test(hex) ? parseInt(hex, 16) : 0;
  return { red: value >> 16, green: (value >> 8) & 255, blue: value & 255, alpha: 1 };
}

/** Returns a colour in CSS notation. */
export function cssColor({ red, green, blue, alpha }: Color): string {
  return `rgba(${Math.round(red)},${Math.round(green)},${Math.round(blue)},${alpha})`;
}

function mix(color: Color, other: number, share: number): Color {
  const part = (value: number) => value * (1 - share) + other * share;
  return { ...color, red: part(color.red), green: part(color.green), blue: part(color.blue) };
}

/** Mixes two colours. @param share share of the second, from 0 to 1 */
export function mixColors(first: Color, second: Color, share: number): Color {
  const between = (name: 'red' | 'green' | 'blue') => first[name] * (1 - share) + second[name] * share;
  return { ...first, red: between('red'), green: between('green'), blue: between('blue') };
}

/** Changes the HSL lightness and keeps the hue. */
function withLightness(color: Color, change: (lightness: number) => number): Color {
  const channels = [color.red, color.green, color.blue].map((value) => value / 255);
  const most = Math.max(...channels);
  const least = Math.min(...channels);
  const lightness = (most + least) / 2;
  const wanted = Math.max(0, Math.min(1, change(lightness)));
  const room = 1 - Math.abs(2 * lightness - 1);
  const saturation = room === 0 ? 0 : (most - least) / room;
  const spread = most - least;
  const newSpread = saturation * (1 - Math.abs(2 * wanted - 1));
  const [red = 0, green = 0, blue = 0] = channels.map((value) => {
    const place = spread === 0 ? 0.5 : (value - least) / spread;
    return 255 * (wanted + (place - 0.5) * newSpread);
  });
  return { ...color, red, green, blue };
}

function modified(color: Color, change: Element): Color {
  const share = (numberOf(change, 'val') ?? 100_000) / 100_000;
  if (change.localName === 'lumMod') return withLightness(color, (lightness) => lightness * share);
  if (change.localName === 'lumOff') return withLightness(color, (lightness) => lightness + share);
  if (change.localName === 'tint') return mix(color, 255, 1 - share);
  if (change.localName === 'shade') return mix(color, 0, 1 - share);
  if (change.localName === 'alpha') return { ...color, alpha: share };
  return color;
}

/** The colours of a theme, by the names slides use, such as `tx1` and `accent2`. */
export class SlideColors {
  readonly #scheme: Element | null;
  readonly #map: Element | null;

  /** @param map mapping in the master that defines which theme colours are text and background */
  constructor(theme: Element | null, map: Element | null) {
    this.#scheme = childOf(theme, 'themeElements', 'clrScheme');
    this.#map = map;
  }

  #named(name: string): Color | null {
    const entry = childrenOf(childOf(this.#scheme, attributeOf(this.#map, name) ?? name))[0];
    if (!entry) return null;
    return fromHex(attributeOf(entry, 'lastClr') ?? attributeOf(entry, 'val') ?? '');
  }

  /**
   * Returns the colour of a fill or a run; null if it has none.
   *
   * @param placeholder the colour that `phClr` stands for
   */
  of(holder: Element | null | undefined, placeholder: Color | null = null): Color | null {
    for (const element of childrenOf(holder)) {
      const base = this.#base(element, placeholder);
      if (base) return childrenOf(element).reduce(modified, base);
    }
    return null;
  }

  /** Returns a colour of the theme by its name. */
  named(name: string): Color {
    return this.#named(name) ?? black;
  }

  #base(element: Element, placeholder: Color | null): Color | null {
    const value = attributeOf(element, 'val') ?? '';
    if (element.localName === 'srgbClr') return fromHex(value);
    if (element.localName === 'sysClr') return fromHex(attributeOf(element, 'lastClr') ?? '000000');
    if (element.localName === 'prstClr') return fromHex(presets[value] ?? '808080');
    if (element.localName === 'schemeClr') return value === 'phClr' ? placeholder : this.#named(value);
    if (element.localName !== 'scrgbClr') return null;
    const part = (name: string) => 255 * Math.sqrt((numberOf(element, name) ?? 0) / 100_000);
    return { red: part('r'), green: part('g'), blue: part('b'), alpha: 1 };
  }
}
