import sharp from 'sharp';
import type { Hex } from '../../pictures/color/color.ts';
import { Random } from '../../pictures/random.ts';
import { type Raster, sharpOf } from '../raster.ts';

type Rgb = readonly [number, number, number];

/** Converts a colour to its three bytes. */
export function rgbOf(color: Hex): Rgb {
  const value = parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Returns the lightness of each pixel, 0 to 1. */
function lightsOf({ rgba }: Pick<Raster, 'rgba'>): Float32Array {
  return Float32Array.from(
    { length: rgba.length / 4 },
    (_, pixel) =>
      ((rgba[pixel * 4] ?? 0) * 0.299 +
        (rgba[pixel * 4 + 1] ?? 0) * 0.587 +
        (rgba[pixel * 4 + 2] ?? 0) * 0.114) /
      255,
  );
}

/** Maps the lightness of a picture to a gradient of colours, the darkest first. */
export function mapGradient(raster: Raster, stops: readonly Rgb[], share: number): Raster {
  const rgba = Buffer.from(raster.rgba);
  lightsOf(raster).forEach((light, pixel) => {
    const place = light * (stops.length - 1);
    const from = stops[Math.floor(place)];
    const to = stops[Math.min(stops.length - 1, Math.floor(place) + 1)];
    for (let channel = 0; channel < 3; channel += 1) {
      const start = from?.[channel] ?? 0;
      const mapped = start + ((to?.[channel] ?? 0) - start) * (place % 1);
      const at = pixel * 4 + channel;
      rgba[at] = Math.round((rgba[at] ?? 0) * (1 - share) + mapped * share);
    }
  });
  return { ...raster, rgba };
}

/**
 * Simulates brush strokes with a Kuwahara filter: each pixel becomes the mean of the most even quarter around it. Areas
 * flatten and edges stay. Uses integral images.
 */
export function paint(raster: Raster, radius: number): Raster {
  const { width, height } = raster;
  const sums = [0, 1, 2].map((channel) => integral(raster, (pixel) => raster.rgba[pixel * 4 + channel] ?? 0));
  const lights = lightsOf(raster);
  const lightSums = integral(raster, (pixel) => lights[pixel] ?? 0);
  const squareSums = integral(raster, (pixel) => (lights[pixel] ?? 0) ** 2);
  const rgba = Buffer.from(raster.rgba);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let calmest = Infinity;
      let left = x;
      let top = y;
      let right = x + 1;
      let bottom = y + 1;
      for (const [dx, dy] of [
        [-radius, -radius],
        [0, -radius],
        [-radius, 0],
        [0, 0],
      ] as const) {
        const box = [
          Math.max(0, x + dx),
          Math.max(0, y + dy),
          Math.min(width, x + dx + radius + 1),
          Math.min(height, y + dy + radius + 1),
        ] as const;
        const area = (box[2] - box[0]) * (box[3] - box[1]);
        const mean = within(lightSums, width, box) / area;
        const variance = within(squareSums, width, box) / area - mean * mean;
        if (variance >= calmest) continue;
        calmest = variance;
        [left, top, right, bottom] = box;
      }
      const area = (right - left) * (bottom - top);
      sums.forEach((sum, channel) => {
        rgba[(y * width + x) * 4 + channel] = Math.round(
          within(sum, width, [left, top, right, bottom]) / area,
        );
      });
    }
  }
  return { ...raster, rgba };
}

function integral({ width, height }: Raster, valueOf: (pixel: number) => number): Float64Array {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += valueOf(y * width + x);
      sums[(y + 1) * (width + 1) + x + 1] = row + (sums[y * (width + 1) + x + 1] ?? 0);
    }
  }
  return sums;
}

function within(
  sums: Float64Array,
  width: number,
  [left, top, right, bottom]: readonly [number, number, number, number],
): number {
  const at = (x: number, y: number) => sums[y * (width + 1) + x] ?? 0;
  return at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top);
}

/** Measures the strength of edges at each pixel, from 0 to above 1 (difference of two blurs). */
export async function edgesOf(raster: Raster, unit: number): Promise<Float32Array> {
  const blurred = async (sigma: number) => {
    const rgba = await sharpOf(raster).blur(Math.max(0.4, sigma)).raw().toBuffer();
    return lightsOf({ rgba });
  };
  const fine = await blurred(unit * 0.12);
  const coarse = await blurred(unit * 0.3);
  return fine.map((light, pixel) => Math.max(0, (coarse[pixel] ?? 0) - light) * 14);
}

/** Draws lines in a colour along the edges. */
export function ink(raster: Raster, edges: Float32Array, color: Rgb): Raster {
  const rgba = Buffer.from(raster.rgba);
  edges.forEach((edge, pixel) => {
    const share = Math.min(1, Math.max(0, edge - 0.12) * 1.6);
    for (let channel = 0; channel < 3; channel += 1) {
      const at = pixel * 4 + channel;
      rgba[at] = Math.round((rgba[at] ?? 0) * (1 - share) + (color[channel] ?? 0) * share);
    }
  });
  return { ...raster, rgba };
}

/** Smooths soft areas, whose unevenness would show as steps of tone. Keeps edges. */
export async function smoothSoftAreas(raster: Raster, unit: number): Promise<Raster> {
  const blurred = await sharpOf(raster).blur(Math.max(0.5, unit)).raw().toBuffer();
  const rgba = Buffer.from(raster.rgba);
  for (let at = 0; at < rgba.length; at += 4) {
    const apart = [0, 1, 2].map((channel) => (rgba[at + channel] ?? 0) - (blurred[at + channel] ?? 0));
    const kept = Math.min(1, Math.max(0, (Math.max(...apart.map(Math.abs)) - 5) / 12));
    for (const channel of [0, 1, 2] as const)
      rgba[at + channel] = (blurred[at + channel] ?? 0) + Math.round((apart[channel] ?? 0) * kept);
  }
  return { ...raster, rgba };
}

/** Width of the soft border between tones, as a share of a step. */
const softShare = 0.3;

/** Reduces channels to a few tones, as in a screen print. Soft borders keep gradients free of ragged lines. */
export function posterize(raster: Raster, levels: number): Raster {
  const steps = Uint8Array.from({ length: 256 }, (_, byte) => {
    const place = (byte / 255) * (levels - 1);
    const across = Math.min(1, Math.max(0, ((place % 1) - 0.5) / softShare + 0.5));
    return ((Math.floor(place) + across * across * (3 - 2 * across)) / (levels - 1)) * 255;
  });
  const rgba = Buffer.from(raster.rgba);
  for (let at = 0; at < rgba.length; at += 1) if (at % 4 !== 3) rgba[at] = steps[rgba[at] ?? 0] ?? 0;
  return { ...raster, rgba };
}

/** Draws dots of one colour on another, larger where the picture is darker. */
export function halftone(raster: Raster, cell: number, dark: Rgb, paper: Rgb): Raster {
  const { width } = raster;
  const lights = lightsOf(raster);
  const rgba = Buffer.from(raster.rgba);
  const turn = Math.PI / 4;
  lights.forEach((light, pixel) => {
    const x = pixel % width;
    const y = Math.floor(pixel / width);
    const u = (x * Math.cos(turn) + y * Math.sin(turn)) / cell;
    const v = (-x * Math.sin(turn) + y * Math.cos(turn)) / cell;
    const distance = Math.hypot(u - Math.floor(u) - 0.5, v - Math.floor(v) - 0.5);
    const cover = Math.max(
      0,
      Math.min(1, (Math.sqrt(1 - light ** 0.75) * 0.74 - distance) * cell * 0.9 + 0.5),
    );
    for (let channel = 0; channel < 3; channel += 1) {
      rgba[pixel * 4 + channel] = Math.round(
        (paper[channel] ?? 0) * (1 - cover) + (dark[channel] ?? 0) * cover,
      );
    }
  });
  return { ...raster, rgba };
}

/** Adds film grain and darkens the corners. */
export function develop(raster: Raster, grain: number, vignette: number, seed: string): Raster {
  const random = new Random(`grain ${seed}`);
  const { width, height } = raster;
  const rgba = Buffer.from(raster.rgba);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const x = (pixel % width) / width - 0.5;
    const y = Math.floor(pixel / width) / height - 0.5;
    const light = 1 - vignette * Math.max(0, 2 * (x * x + y * y) - 0.12);
    const noise = (random.next() - 0.5) * grain;
    for (let channel = 0; channel < 3; channel += 1) {
      const at = pixel * 4 + channel;
      rgba[at] = Math.max(0, Math.min(255, Math.round((rgba[at] ?? 0) * light + noise)));
    }
  }
  return { ...raster, rgba };
}

/** Lets bright parts glow over their surroundings. */
export async function glow(raster: Raster, unit: number): Promise<Raster> {
  const { width, height } = raster;
  const shine = await sharpOf(raster)
    .linear(1.1, -120)
    .blur(unit * 2.2)
    .raw()
    .toBuffer();
  const overlay = { input: shine, raw: { width, height, channels: 4 as const }, blend: 'screen' as const };
  const rgba = await sharp(raster.rgba, { raw: { width, height, channels: 4 } })
    .composite([overlay])
    .raw()
    .toBuffer();
  return { width, height, rgba };
}
