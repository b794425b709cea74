import { shiftLightness, withAlpha } from '../../color/color.ts';
import { fillPath, makeFlatHand, strokePath } from './flat-hand.ts';
import type { Hand, HandSheet } from './hand.ts';

/** Creates a hand that stacks sheets of coloured paper, each with a soft shadow on those below. */
export function makePaperHand(sheet: HandSheet): Hand {
  const flat = makeFlatHand(sheet);
  const { ctx, unit } = sheet;
  return {
    ...flat,
    area: (path, color, part) => {
      ctx.save();
      if (part !== 'mark' && part !== 'facet') {
        ctx.shadowColor = withAlpha(shiftLightness(sheet.scheme.near, -0.25), part === 'land' ? 0.42 : 0.5);
        ctx.shadowBlur = (part === 'land' ? 3.2 : 2.2) * unit;
        ctx.shadowOffsetY = (part === 'land' ? -0.5 : 0.9) * unit;
      }
      fillPath(ctx, path, color);
      ctx.restore();
      if (part === 'mark' || part === 'facet') return;
      flat.inside(path, () => strokePath(ctx, path, withAlpha('#ffffff', 0.28), 0.35 * unit));
    },
  };
}
