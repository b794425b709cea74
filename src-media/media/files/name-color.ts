/** Upper limit of each named hue in degrees, around the colour wheel. */
const hueNames: readonly (readonly [number, string])[] = [
  [14, 'red'],
  [42, 'orange'],
  [68, 'yellow'],
  [160, 'green'],
  [196, 'turquoise'],
  [256, 'blue'],
  [292, 'purple'],
  [344, 'pink'],
  [360, 'red'],
];

function hueOf(red: number, green: number, blue: number): number {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const spread = most - least;
  if (spread === 0) return 0;
  if (most === red) return (((green - blue) / spread + 6) % 6) * 60;
  if (most === green) return ((blue - red) / spread + 2) * 60;
  return ((red - green) / spread + 4) * 60;
}

/** Returns the perceived lightness of an sRGB colour with channels of 0 to 255, by its luma; 0 to 1. */
export function lightnessOf(red: number, green: number, blue: number): number {
  return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
}

function greyName(lightness: number): string {
  if (lightness < 0.1) return 'black';
  if (lightness < 0.32) return 'dark grey';
  if (lightness < 0.68) return 'grey';
  return lightness < 0.9 ? 'light grey' : 'white';
}

/** Returns the common name of an sRGB colour with channels of 0 to 255, such as `dark blue`. */
export function nameColor(red: number, green: number, blue: number): string {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const chroma = (most - least) / 255;
  const lightness = (most + least) / 510;
  if (chroma < 0.09 || most < 28) return greyName(lightnessOf(red, green, blue));
  const hue = hueOf(red, green, blue);
  const name = hueNames.find(([limit]) => hue < limit)?.[1] ?? 'red';
  const isBrown = (name === 'orange' || name === 'red') && most < 175 && hue > 8 && hue < 42;
  if (isBrown) return lightness < 0.2 ? 'dark brown' : 'brown';
  if (lightness < 0.28) return `dark ${name}`;
  return lightness > 0.72 ? `light ${name}` : name;
}
