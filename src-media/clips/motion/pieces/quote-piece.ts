import { applyType, typedText } from '../../../pictures/text/type-style.ts';
import { easeIn, easeOut, progressAt } from '../easing.ts';
import type { MotionPiece, MotionStage } from '../motion-stage.ts';
import { TextBlock } from '../text-block.ts';

/** Draws a quote under a large quotation mark, with its author below. */
export function makeQuote(
  { text, speaker }: { readonly text: string; readonly speaker: string | null },
  stage: MotionStage,
): MotionPiece {
  const { area, unit, theme, ctx, languageCode } = stage;
  const markRoom = 16 * unit;
  const speakerRoom = speaker === null ? 0 : 11 * unit;
  const words = new TextBlock(stage, {
    text,
    style: theme.quote,
    box: { ...area, y: area.y + markRoom, height: area.height - markRoom - speakerRoom },
    maxSize: 10.5 * unit,
    maxLines: 6,
    color: theme.ink,
    isCentered: false,
    rest: 0.35,
  });
  const foot = words.bounds.y + words.bounds.height;
  const name =
    speaker === null
      ? null
      : new TextBlock(stage, {
          text: `— ${speaker}`,
          style: theme.label,
          box: { x: area.x, y: foot + 5 * unit, width: area.width, height: 5 * unit },
          maxSize: 4.2 * unit,
          maxLines: 1,
          color: theme.accent,
          isCentered: false,
          rest: 0,
        });
  const settled = words.settledAt(0.5);
  const mark = typedText('“', { ...theme.quote, face: 'serif', weight: 800 }, languageCode);
  return {
    settledSeconds: name?.settledAt(settled - 0.4) ?? settled,
    draw(time) {
      const come = easeOut(progressAt(time.seconds, 0.1, 0.7));
      ctx.save();
      ctx.globalAlpha = come * (1 - easeIn(time.leaving));
      applyType(ctx, mark, 30 * unit);
      ctx.fillStyle = theme.accent;
      ctx.fillText(mark.text, area.x - 1.5 * unit, words.bounds.y + 9.5 * unit + (1 - come) * 5 * unit);
      ctx.restore();
      words.draw(time, 0.5);
      name?.draw(time, settled - 0.4);
    },
  };
}
