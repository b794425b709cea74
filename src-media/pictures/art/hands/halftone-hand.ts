import { type Hex, lightnessOf, mixColors } from '../../color/color.ts';
import type { Box } from '../geometry.ts';
import { rectangle } from '../shapes.ts';
import { dotPattern } from './dot-pattern.ts';
import { fillPath, makeFlatHand, strokePath } from './flat-hand.ts';
import type { Hand, HandSheet } from './hand.ts';

/** Creates a hand that prints in one ink and one spot colour, with tones as halftone screens. */
export function makeHalftoneHand(sheet: HandSheet): Hand {
  const flat = makeFlatHand(sheet);
  const { ctx, unit, scheme } = sheet;
  const pitch = 1.15 * unit;
  return {
    ...flat,
    sky: (box, top, bottom) => {
      fillPath(ctx, rectangle(box), scheme.skyBottom);
      if (top !== bottom) gradedDots(sheet, box, pitch);
    },
    area: (path, color, part) => {
      if (part === 'halo') return strokePath(ctx, path, scheme.ink, 0.16 * unit);
      if (part === 'mark') return fillPath(ctx, path, isSpot(color, scheme.accent) ? color : scheme.ink);
      if (part === 'panel') {
        fillPath(ctx, path, color);
      } else if (part === 'light' || isSpot(color, scheme.accent)) {
        fillPath(ctx, path, scheme.accent);
      } else {
        const tone = toneOf(color, scheme.ground, scheme.ink);
        fillPath(ctx, path, tone > 0.86 ? scheme.ink : scheme.ground);
        ctx.fillStyle = dotPattern(ctx, scheme.ink, tone, pitch) ?? scheme.ink;
        if (tone <= 0.86) ctx.fill(path);
      }
      strokePath(ctx, path, scheme.ink, 0.22 * unit);
    },
    line: (path, color, width) =>
      strokePath(ctx, path, isSpot(color, scheme.accent) ? color : scheme.ink, width),
  };
}

/** Draws dots that grow from a third down the sky towards its foot. The top stays clean for words. */
function gradedDots({ ctx, scheme, unit }: HandSheet, box: Box, pitch: number): void {
  ctx.fillStyle = mixColors(scheme.ink, scheme.ground, 0.25);
  ctx.beginPath();
  const step = pitch * Math.SQRT1_2;
  for (let row = 0; row * step < box.height; row++) {
    const radius = step * 0.5 * ((row * step) / box.height - 0.34);
    if (radius < 0.06 * unit) continue;
    for (let x = box.x + (row % 2) * step; x < box.x + box.width + step; x += 2 * step) {
      ctx.moveTo(x + radius, box.y + row * step);
      ctx.arc(x, box.y + row * step, radius, 0, Math.PI * 2);
    }
  }
  ctx.fill();
}

function isSpot(color: Hex, accent: Hex): boolean {
  return color === accent;
}

/** Returns the share of the paper that the ink covers, 0 to 1. */
function toneOf(color: Hex, ground: Hex, ink: Hex): number {
  const range = lightnessOf(ground) - lightnessOf(ink);
  return Math.min(1, Math.max(0.04, (lightnessOf(ground) - lightnessOf(color)) / range));
}
