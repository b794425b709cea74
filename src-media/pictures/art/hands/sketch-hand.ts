import { mixColors, withAlpha } from '../../color/color.ts';
import { warpPixels } from '../warp-pixels.ts';
import { drawInside, fillPath, makeFlatHand, strokePath } from './flat-hand.ts';
import type { Hand, HandSheet } from './hand.ts';

/** Creates a hand that draws a quick sketch: a wavering pen line, and marker colour slightly off the line. */
export function makeSketchHand(sheet: HandSheet): Hand {
  const flat = makeFlatHand(sheet);
  const { ctx, unit, scheme, width, height, seed } = sheet;
  return {
    ...flat,
    area: (path, color, part) => {
      if (part === 'facet') return fillPath(ctx, path, color);
      fillPath(ctx, path, scheme.ground);
      ctx.save();
      ctx.translate(0.9 * unit, 0.7 * unit);
      fillPath(ctx, path, mixColors(scheme.ground, color, 0.82));
      ctx.restore();
      drawInside(ctx, path, () => scribble(sheet, path.getBounds(), color));
      strokePath(ctx, path, scheme.ink, 0.36 * unit);
      ctx.save();
      ctx.translate(-0.16 * unit, 0.2 * unit);
      strokePath(ctx, path, withAlpha(scheme.ink, 0.55), 0.14 * unit);
      ctx.restore();
    },
    finish: () => warpPixels(ctx, { width, height, seed, wavelength: 8 * unit, reach: 0.42 * unit }),
  };
}

/** Draws adjacent, slightly uneven marker strokes. */
function scribble(
  { ctx, unit }: HandSheet,
  [left, top, right, bottom]: [number, number, number, number],
  color: `#${string}`,
): void {
  ctx.strokeStyle = withAlpha(color, 0.3);
  ctx.lineWidth = 1.5 * unit;
  ctx.lineCap = 'round';
  const lean = (bottom - top) * 0.35;
  ctx.beginPath();
  for (let x = left - lean; x < right + lean; x += 2.3 * unit) {
    ctx.moveTo(x, bottom);
    ctx.lineTo(x + lean, top);
  }
  ctx.stroke();
}
