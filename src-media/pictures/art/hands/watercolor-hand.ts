import { type Canvas, createCanvas, type Path2D } from '@napi-rs/canvas';
import { type Hex, lightnessOf, mixColors, shiftLightness, withAlpha } from '../../color/color.ts';
import { makeRoughNoise } from '../noise.ts';
import { rectangle } from '../shapes.ts';
import { warpPixels } from '../warp-pixels.ts';
import { drawInside, fillPath, makeFlatHand, strokePath } from './flat-hand.ts';
import type { Hand, HandSheet } from './hand.ts';

/** Creates a hand that paints washes: pigment collects at the edges, varies inside and lets the paper show. */
export function makeWatercolorHand(sheet: HandSheet): Hand {
  const flat = makeFlatHand(sheet);
  const { ctx, unit, scheme, width, height, seed } = sheet;
  const pigment = pigmentCloud(seed);
  const wash = (path: Path2D, color: Hex) => {
    const [, top, , bottom] = path.getBounds();
    const gradient = ctx.createLinearGradient(0, top, 0, bottom);
    gradient.addColorStop(0, color);
    gradient.addColorStop(1, mixColors(color, scheme.ground, 0.25));
    ctx.fillStyle = gradient;
    ctx.fill(path);
    cloudOver(sheet, path, pigment, cloudStrength(color));
    drawInside(ctx, path, () => {
      strokePath(ctx, path, withAlpha(shiftLightness(color, -0.12), 0.22), 1.5 * unit);
      strokePath(ctx, path, withAlpha(shiftLightness(color, -0.16), 0.35), 0.55 * unit);
    });
  };
  return {
    ...flat,
    sky: (box, top, bottom) => {
      fillPath(ctx, rectangle(box), scheme.ground);
      const gradient = ctx.createLinearGradient(0, box.y, 0, box.y + box.height);
      gradient.addColorStop(0, top);
      gradient.addColorStop(1, mixColors(bottom, scheme.ground, 0.3));
      ctx.fillStyle = gradient;
      ctx.fillRect(box.x, box.y, box.width, box.height);
      cloudOver(sheet, rectangle(box), pigment, cloudStrength(top));
    },
    area: wash,
    line: (path, color, lineWidth) => strokePath(ctx, path, withAlpha(color, 0.8), lineWidth),
    finish: () => warpPixels(ctx, { width, height, seed, wavelength: 7 * unit, reach: 0.55 * unit }),
  };
}

/** Returns the strength of the pigment clouds. Dark washes show less of the paper. */
function cloudStrength(color: Hex): number {
  return 0.5 * Math.min(1, lightnessOf(color) ** 2 * 2);
}

/** Varies the pigment over a shape, so that the paper shows where there is little. */
function cloudOver({ ctx, width, height }: HandSheet, path: Path2D, pigment: Canvas, strength: number): void {
  const pattern = ctx.createPattern(pigment, 'repeat');
  pattern?.setTransform({ a: width / pigment.width, b: 0, c: 0, d: height / pigment.height, e: 0, f: 0 });
  ctx.save();
  ctx.globalAlpha = strength;
  ctx.fillStyle = pattern ?? '#ffffff00';
  ctx.fill(path);
  ctx.restore();
}

/** Draws a small cloudy picture, white with varying opacity, which is stretched over the sheet. */
function pigmentCloud(seed: string): Canvas {
  const width = 240;
  const height = 160;
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext('2d');
  const image = ctx.createImageData(width, height);
  const noise = makeRoughNoise(`${seed} pigment`, 4, 0.55);
  for (let index = 0; index < width * height; index++) {
    const value = noise((index % width) / 34, Math.floor(index / width) / 34);
    image.data.set([255, 255, 255, Math.max(0, value * 300)], index * 4);
  }
  ctx.putImageData(image, 0, 0);
  return canvas;
}
