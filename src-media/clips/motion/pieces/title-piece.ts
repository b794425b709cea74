import { easeIn, easeOut, progressAt } from '../easing.ts';
import type { MotionPiece, MotionStage } from '../motion-stage.ts';
import { TextBlock, textBlockOf } from '../text-block.ts';

const start = 0.25;

/** Draws a headline that rises word by word, with a growing bar and a small label below. */
export function makeTitle(
  { text, label }: { readonly text: string; readonly label: string | null },
  stage: MotionStage,
): MotionPiece {
  const { area, unit, theme, isCentered, ctx } = stage;
  const gap = 3.4 * unit;
  const labelRoom = label === null ? 0 : 11 * unit;
  const box = { ...area, height: area.height - labelRoom - gap };
  const rest = 0.5;
  const headline = new TextBlock(stage, {
    text,
    style: theme.headline,
    box,
    maxSize: 15 * unit,
    maxLines: 4,
    color: theme.ink,
    isCentered,
    rest,
  });
  const foot = headline.bounds.y + headline.bounds.height;
  const small = textBlockOf(stage, label, {
    style: theme.label,
    box: { x: area.x, y: foot + gap * 1.9, width: area.width, height: labelRoom },
    maxSize: 4.4 * unit,
    maxLines: 2,
    color: theme.ink,
    isCentered,
    rest: 0,
  });
  const barWidth = Math.min(headline.bounds.width, 22 * unit);
  return {
    settledSeconds: Math.max(headline.settledAt(start), small?.settledAt(start + 0.6) ?? 0),
    draw(time) {
      headline.draw(time, start);
      const come = easeOut(progressAt(time.seconds, start + 0.35, 0.8));
      const width = barWidth * come * (1 - easeIn(time.leaving));
      const middle = headline.bounds.x + headline.bounds.width / 2;
      ctx.fillStyle = theme.accent;
      if (width > 0.5) {
        ctx.beginPath();
        ctx.roundRect(
          isCentered ? middle - width / 2 : area.x,
          foot + gap * 0.75,
          width,
          0.9 * unit,
          0.45 * unit,
        );
        ctx.fill();
      }
      small?.draw(time, start + 0.6);
    },
  };
}
