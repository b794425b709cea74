import { mixColors, withAlpha } from '../../color/color.ts';
import type { Box } from '../geometry.ts';
import { drawInside, fillPath, makeFlatHand, strokePath } from './flat-hand.ts';
import type { Hand, HandSheet } from './hand.ts';

/** Creates a hand that draws in even lines, like a plan: shapes are outlines that hide what is behind them. */
export function makeLineHand(sheet: HandSheet, options: { readonly hasGrid: boolean }): Hand {
  const flat = makeFlatHand(sheet);
  const { ctx, unit, scheme } = sheet;
  const ruleSquares = (box: Box, side: number, width: number, alpha: number) => {
    ctx.strokeStyle = withAlpha(scheme.ink, alpha);
    ctx.lineWidth = width;
    ctx.beginPath();
    for (let x = box.x + (box.width % side) / 2; x < box.x + box.width; x += side) {
      ctx.moveTo(x, box.y);
      ctx.lineTo(x, box.y + box.height);
    }
    for (let y = box.y + (box.height % side) / 2; y < box.y + box.height; y += side) {
      ctx.moveTo(box.x, y);
      ctx.lineTo(box.x + box.width, y);
    }
    ctx.stroke();
  };
  return {
    ...flat,
    sky: (box, top, bottom) => {
      flat.sky(box, top, bottom);
      if (!options.hasGrid) return;
      ruleSquares(box, 2.5 * unit, 0.08 * unit, 0.1);
      ruleSquares(box, 12.5 * unit, 0.14 * unit, 0.16);
    },
    area: (path, color, part) => {
      fillPath(ctx, path, mixColors(scheme.ground, color, 0.28));
      if (part !== 'panel') drawInside(ctx, path, () => hatch(sheet, path.getBounds()));
      strokePath(ctx, path, scheme.ink, (part === 'thing' ? 0.42 : 0.3) * unit);
    },
    line: (path, _color, width) => strokePath(ctx, path, scheme.ink, Math.min(width, 0.4 * unit)),
  };
}

/** Draws fine slanted strokes over the lower part of a shape's bounds. */
function hatch(
  { ctx, unit, scheme }: HandSheet,
  [left, top, right, bottom]: [number, number, number, number],
): void {
  ctx.strokeStyle = withAlpha(scheme.ink, 0.2);
  ctx.lineWidth = 0.1 * unit;
  ctx.beginPath();
  const height = bottom - top;
  for (let x = left - height; x < right; x += 1.3 * unit) {
    ctx.moveTo(x, bottom);
    ctx.lineTo(x + height, top);
  }
  ctx.stroke();
}
