import { type Hex, mixColors, shiftLightness, withAlpha } from '../../color/color.ts';
import { fillPath, makeFlatHand } from './flat-hand.ts';
import type { Hand, HandSheet } from './hand.ts';

/** Creates a hand that draws silhouettes in haze: land fades out towards its foot, and lights bloom. */
export function makeAtmosphereHand(sheet: HandSheet): Hand {
  const flat = makeFlatHand(sheet);
  const { ctx, unit, scheme } = sheet;
  const bloom = (left: number, top: number, right: number, bottom: number, color: Hex) => {
    const radius = (right - left) / 2;
    const x = (left + right) / 2;
    const y = (top + bottom) / 2;
    const glow = ctx.createRadialGradient(x, y, radius * 0.9, x, y, radius * 6);
    glow.addColorStop(0, withAlpha(color, 0.55));
    glow.addColorStop(0.12, withAlpha(color, 0.3));
    glow.addColorStop(0.4, withAlpha(color, 0.1));
    glow.addColorStop(1, withAlpha(color, 0));
    ctx.save();
    ctx.globalCompositeOperation = 'screen';
    ctx.fillStyle = glow;
    ctx.fillRect(x - radius * 6, y - radius * 6, radius * 12, radius * 12);
    ctx.restore();
  };
  return {
    ...flat,
    area: (path, color, part) => {
      const [left, top, right, bottom] = path.getBounds();
      if (part === 'halo') return;
      if (part === 'mark') return fillPath(ctx, path, color);
      if (part === 'light') {
        bloom(left, top, right, bottom, color);
        return fillPath(ctx, path, color);
      }
      const gradient = ctx.createLinearGradient(0, top, 0, part === 'land' ? top + 60 * unit : bottom);
      const foot = part === 'land' ? mixColors(color, scheme.skyBottom, 0.42) : shiftLightness(color, -0.1);
      gradient.addColorStop(0, part === 'land' ? color : shiftLightness(color, 0.05));
      gradient.addColorStop(1, foot);
      ctx.fillStyle = gradient;
      ctx.fill(path);
    },
  };
}
