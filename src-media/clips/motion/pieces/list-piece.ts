import { easeIn, easeOver, progressAt } from '../easing.ts';
import type { MotionPiece, MotionStage } from '../motion-stage.ts';
import { TextBlock, textBlockOf } from '../text-block.ts';

const stagger = 0.34;

/** Draws a heading and items that appear one after the other, each after a mark that pops up. */
export function makeList(
  { title, items }: { readonly title: string | null; readonly items: readonly string[] },
  stage: MotionStage,
): MotionPiece {
  const { area, unit, theme, ctx } = stage;
  const titleRoom = title === null ? 0 : 17 * unit;
  const start = title === null ? 0.3 : 0.8;
  const heading = textBlockOf(stage, title, {
    style: theme.headline,
    box: { ...area, height: titleRoom - 4 * unit },
    maxSize: 8.4 * unit,
    maxLines: 2,
    color: theme.ink,
    isCentered: false,
    rest: 0.5,
  });
  const row = Math.min(15 * unit, (area.height - titleRoom) / items.length);
  const top = area.y + titleRoom + (area.height - titleRoom - row * items.length) / 2;
  const indent = 8.5 * unit;
  const style = { ...theme.label, isCapitals: false, tracking: 0, weight: 600 };
  const lines = items.map((text, index) => {
    const box = { x: area.x + indent, y: top + index * row, width: area.width - indent, height: row * 0.86 };
    return new TextBlock(stage, {
      text,
      style,
      box,
      maxSize: 5.8 * unit,
      maxLines: 2,
      color: theme.ink,
      isCentered: false,
      rest: 0.5,
    });
  });
  return {
    settledSeconds: lines.at(-1)?.settledAt(start + (items.length - 1) * stagger) ?? 0,
    draw(time) {
      heading?.draw(time, 0.15);
      lines.forEach((line, index) => {
        const at = start + index * stagger;
        const size = 2.3 * unit * easeOver(progressAt(time.seconds, at, 0.5)) * (1 - easeIn(time.leaving));
        const y = top + index * row + row * 0.43;
        if (size > 0.3 && time.seconds > at) drawTick(stage, area.x + 2.6 * unit, y, size);
        line.draw(time, at + 0.1);
      });
      ctx.globalAlpha = 1;
    },
  };
}

function drawTick({ ctx, theme }: MotionStage, x: number, y: number, size: number): void {
  ctx.fillStyle = theme.accent;
  ctx.beginPath();
  ctx.arc(x, y, size, 0, Math.PI * 2);
  ctx.fill();
  ctx.strokeStyle = theme.ground;
  ctx.lineWidth = size * 0.3;
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  ctx.beginPath();
  ctx.moveTo(x - size * 0.42, y + size * 0.02);
  ctx.lineTo(x - size * 0.1, y + size * 0.36);
  ctx.lineTo(x + size * 0.46, y - size * 0.34);
  ctx.stroke();
}
