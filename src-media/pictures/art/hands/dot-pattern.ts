import { type CanvasPattern, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Hex } from '../../color/color.ts';

/** Returns a halftone screen: dots on a slanted grid that together cover a share of the sheet. */
export function dotPattern(
  ctx: SKRSContext2D,
  color: Hex,
  coverage: number,
  pitch: number,
): CanvasPattern | null {
  const side = 32;
  const tile = createCanvas(side, side);
  const dots = tile.getContext('2d');
  dots.fillStyle = color;
  const radius = side * Math.sqrt(Math.min(0.95, Math.max(0, coverage)) / Math.PI);
  for (const [x, y] of [
    [side / 2, side / 2],
    [-side / 2, side / 2],
    [side * 1.5, side / 2],
    [side / 2, -side / 2],
    [side / 2, side * 1.5],
  ] as const) {
    dots.beginPath();
    dots.arc(x, y, radius, 0, Math.PI * 2);
    dots.fill();
  }
  const pattern = ctx.createPattern(tile, 'repeat');
  const scale = (pitch / side) * Math.SQRT1_2;
  pattern?.setTransform({ a: scale, b: scale, c: -scale, d: scale, e: 0, f: 0 });
  return pattern;
}
