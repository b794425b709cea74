import { mixColors } from '../../color/color.ts';
import { rectangle } from '../shapes.ts';
import { dotPattern } from './dot-pattern.ts';
import { fillPath, makeFlatHand, strokePath } from './flat-hand.ts';
import type { Hand, HandSheet } from './hand.ts';

/** Creates a hand that draws like a comic: bold outlines, bright flat colour and big printed dots. */
export function makePopHand(sheet: HandSheet): Hand {
  const flat = makeFlatHand(sheet);
  const { ctx, unit, scheme } = sheet;
  return {
    ...flat,
    sky: (box, top, bottom) => {
      fillPath(ctx, rectangle(box), bottom);
      ctx.fillStyle = dotPattern(ctx, mixColors(top, bottom, 0.35), 0.34, 2.6 * unit) ?? bottom;
      ctx.fillRect(box.x, box.y, box.width, box.height);
    },
    area: (path, color, part) => {
      fillPath(ctx, path, color);
      if (part === 'mark' || part === 'halo' || part === 'facet') return;
      flat.inside(path, () => {
        ctx.translate(1.4 * unit, 2.2 * unit);
        ctx.fillStyle = dotPattern(ctx, mixColors(color, scheme.ink, 0.28), 0.3, 1.5 * unit) ?? color;
        if (part !== 'light' && part !== 'panel') ctx.fill(path);
      });
      strokePath(ctx, path, scheme.ink, (part === 'land' ? 0.5 : 0.62) * unit);
    },
    line: (path, color, width) => {
      strokePath(ctx, path, scheme.ink, width + 0.7 * unit);
      strokePath(ctx, path, color, width);
    },
  };
}
