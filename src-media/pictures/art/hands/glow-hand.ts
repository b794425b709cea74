import { createCanvas, type Path2D } from '@napi-rs/canvas';
import { lightnessOf, mixColors, withAlpha } from '../../color/color.ts';
import { drawInside, fillPath, makeFlatHand, strokePath } from './flat-hand.ts';
import type { Hand, HandSheet, Part } from './hand.ts';

const glowScale = 0.25;

/** Creates a hand that draws dark shapes edged with glowing tubes, whose light spills over the surroundings. */
export function makeGlowHand(sheet: HandSheet): Hand {
  const flat = makeFlatHand(sheet);
  const { ctx, unit, scheme, width, height } = sheet;
  const canvas = createCanvas(Math.ceil(width * glowScale), Math.ceil(height * glowScale));
  const glow = canvas.getContext('2d');
  glow.scale(glowScale, glowScale);
  const fill = (path: Path2D, color: `#${string}`, part: Part) => {
    const [, top, , bottom] = path.getBounds();
    const gradient = ctx.createLinearGradient(0, top, 0, part === 'land' ? top + 30 * unit : bottom);
    const [from, to] =
      part === 'light'
        ? [color, scheme.accent]
        : [mixColors(scheme.ground, color, 0.3), mixColors(scheme.ground, color, 0.08)];
    gradient.addColorStop(0, from);
    gradient.addColorStop(1, to);
    ctx.fillStyle = gradient;
    ctx.fill(path);
    glow.fillStyle = part === 'light' ? mixColors('#000000', color, 0.45) : '#000000';
    glow.fill(path);
  };
  const tube = (path: Path2D, color: `#${string}`, lineWidth: number) => {
    strokePath(ctx, path, color, lineWidth);
    strokePath(ctx, path, withAlpha('#ffffff', 0.6), lineWidth * 0.35);
    strokePath(glow, path, color, lineWidth * 2.4);
  };
  return {
    sky: flat.sky,
    area: (path, color, part) => {
      if (part === 'halo') return strokePath(ctx, path, withAlpha(scheme.accent, 0.5), 0.15 * unit);
      if (part === 'facet') return fillPath(ctx, path, mixColors(scheme.ground, color, 0.3));
      if (part === 'mark') {
        const tube = lightnessOf(color) < 0.5 ? scheme.second : color;
        fillPath(glow, path, tube);
        return fillPath(ctx, path, mixColors(tube, '#ffffff', 0.3));
      }
      fill(path, color, part);
      if (part !== 'light') tube(path, color, (part === 'thing' ? 0.5 : 0.32) * unit);
    },
    line: (path, color, lineWidth) => tube(path, color, Math.min(lineWidth, 0.6 * unit)),
    inside: (path, draw) => flat.inside(path, () => drawInside(glow, path, draw)),
    finish: () => {
      const soft = createCanvas(canvas.width, canvas.height);
      const softCtx = soft.getContext('2d');
      softCtx.filter = `blur(${1.6 * unit * glowScale}px)`;
      softCtx.drawImage(canvas, 0, 0);
      ctx.save();
      ctx.globalCompositeOperation = 'lighter';
      ctx.globalAlpha = 0.75;
      ctx.drawImage(soft, 0, 0, width, height);
      ctx.restore();
    },
  };
}
