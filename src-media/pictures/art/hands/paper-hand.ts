import { shiftLightness, withAlpha } from '../../color/color.ts';
import { drawInside, fillPath, makeFlatHand, strokePath } from './flat-hand.ts';
import type { Hand, HandSheet } from './hand.ts';

/** Creates a hand that stacks sheets of coloured paper, each with a soft shadow on those below. */
export function makePaperHand(sheet: HandSheet): Hand {
  const flat = makeFlatHand(sheet);
  const { ctx, unit } = sheet;
  return {
    ...flat,
    area: (path, color, part) => {
      ctx.save();
      if (part !== 'facet') {
        ctx.shadowColor = withAlpha(shiftLightness(sheet.scheme.near, -0.25), 0.5);
        ctx.shadowBlur = 2.2 * unit;
        ctx.shadowOffsetY = 0.9 * unit;
      }
      fillPath(ctx, path, color);
      ctx.restore();
      if (part === 'facet') return;
      drawInside(ctx, path, () => strokePath(ctx, path, withAlpha('#ffffff', 0.28), 0.35 * unit));
    },
  };
}
