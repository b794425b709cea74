import type { Path2D, SKRSContext2D } from '@napi-rs/canvas';
import { mixColors } from '../../color/color.ts';
import type { Hand, HandSheet } from './hand.ts';

/** Creates a hand that draws clean flat colour, as in vector illustration. */
export function makeFlatHand({ ctx }: Pick<HandSheet, 'ctx'>): Hand {
  return {
    sky: (box, top, bottom) => {
      const gradient = ctx.createLinearGradient(0, box.y, 0, box.y + box.height);
      for (const share of [0, 0.25, 0.5, 0.75, 1])
        gradient.addColorStop(share, mixColors(top, bottom, share));
      ctx.fillStyle = gradient;
      ctx.fillRect(box.x, box.y, box.width, box.height);
    },
    area: (path, color) => fillPath(ctx, path, color),
    line: (path, color, width) => strokePath(ctx, path, color, width),
    finish: () => undefined,
  };
}

export function fillPath(ctx: SKRSContext2D, path: Path2D, color: string): void {
  ctx.fillStyle = color;
  ctx.fill(path);
}

export function strokePath(ctx: SKRSContext2D, path: Path2D, color: string, width: number): void {
  ctx.strokeStyle = color;
  ctx.lineWidth = width;
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  ctx.stroke(path);
}

export function drawInside(ctx: SKRSContext2D, path: Path2D, draw: () => void): void {
  ctx.save();
  ctx.clip(path);
  draw();
  ctx.restore();
}
