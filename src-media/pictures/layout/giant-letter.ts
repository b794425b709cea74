import type { Point } from '../art/geometry.ts';
import type { Hex } from '../color/color.ts';
import { applyType, typedText } from '../text/type-style.ts';
import type { Page } from './page.ts';

/** Draws one character as large as fits, in a heavy serif or the look's own face. Centres its ink on the point. */
export function drawGiantLetter(
  page: Page,
  letter: string,
  center: Point,
  room: { readonly width: number; readonly height: number },
  color: Hex,
): void {
  const { ctx, look } = page;
  const style = /[“”]/u.test(letter)
    ? { ...look.type.headline, face: 'serif' as const, weight: 900 }
    : look.type.headline;
  const typed = typedText(letter, { ...style, tracking: 0 }, 'en');
  applyType(ctx, typed, room.height);
  const metrics = ctx.measureText(letter);
  const height = metrics.actualBoundingBoxAscent + metrics.actualBoundingBoxDescent;
  const width = metrics.actualBoundingBoxLeft + metrics.actualBoundingBoxRight;
  applyType(
    ctx,
    typed,
    room.height * Math.min(room.height / Math.max(1, height), room.width / Math.max(1, width)),
  );
  const ink = ctx.measureText(letter);
  ctx.fillStyle = color;
  ctx.fillText(
    letter,
    center.x - (ink.actualBoundingBoxRight - ink.actualBoundingBoxLeft) / 2,
    center.y + (ink.actualBoundingBoxAscent - ink.actualBoundingBoxDescent) / 2,
  );
}
