import type { SKRSContext2D } from '@napi-rs/canvas';
import type { InkedText } from './ink-texts.ts';
import { applyType } from './type-style.ts';

/** Draws the texts of a picture in their colours. */
export function drawTexts(ctx: SKRSContext2D, texts: readonly InkedText[]): void {
  for (const { placed, ink } of texts) {
    if (placed.mark) {
      ctx.fillStyle = placed.mark.color;
      ctx.fillRect(placed.mark.x, placed.mark.y, placed.mark.width, placed.mark.height);
    }
    applyType(ctx, placed.fitted.typed, placed.fitted.size);
    ctx.fillStyle = ink;
    for (const line of placed.lines) ctx.fillText(line.text, line.x, line.baseline);
  }
}
