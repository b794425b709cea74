/** A colour as `#rrggbb`. */
export type Hex = `#${string}`;

/** Lightness 0 to 1 and two opponent axes. Equal steps look equally different (Ottosson's Oklab). */
export interface Oklab {
  readonly lightness: number;
  readonly a: number;
  readonly b: number;
}

export function oklabOfHex(color: Hex): Oklab {
  const [red, green, blue] = linearOfHex(color);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

/** Converts to sRGB. Reduces the chroma of colours outside sRGB and keeps lightness and hue. */
export function hexOfOklab(color: Oklab): Hex {
  for (let chroma = 1; chroma > 0; chroma -= 0.05) {
    const linear = linearOfOklab({ ...color, a: color.a * chroma, b: color.b * chroma });
    if (linear.every((value) => value > -0.002 && value < 1.002)) return hexOfLinear(linear);
  }
  return hexOfLinear(linearOfOklab({ lightness: color.lightness, a: 0, b: 0 }));
}

/** Returns linear red, green and blue, 0 to 1 (sRGB without its transfer curve). */
export function linearOfHex(color: Hex): [number, number, number] {
  const value = parseInt(color.slice(1), 16);
  return [linearOfByte(value >> 16), linearOfByte((value >> 8) & 255), linearOfByte(value & 255)];
}

export function linearOfByte(byte: number): number {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function linearOfOklab({ lightness, a, b }: Oklab): [number, number, number] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function hexOfLinear(linear: readonly number[]): Hex {
  const bytes = linear.map((value) => {
    const light = Math.min(1, Math.max(0, value));
    const curved = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
    return Math.round(curved * 255);
  });
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
