import { easeBoth, easeIn, easeOut, progressAt } from '../easing.ts';
import type { MotionPiece, MotionStage } from '../motion-stage.ts';
import { TextBlock, textBlockOf } from '../text-block.ts';

/** Draws a name and a role in the lower left of the frame: a bar wipes in and a panel follows. */
export function makeLowerThird(
  { text, label }: { readonly text: string; readonly label: string | null },
  stage: MotionStage,
): MotionPiece {
  const { unit, theme, ctx, width, height } = stage;
  const left = width * 0.07;
  const room = width > height ? width * 0.5 : width * 0.8;
  const panelHeight = (label === null ? 13 : 18.5) * unit;
  const top = height * (width > height ? 0.9 : 0.8) - panelHeight;
  const pad = 3.2 * unit;
  const name = new TextBlock(stage, {
    text,
    style: theme.headline,
    box: { x: left + pad, y: top + 3 * unit, width: room, height: 8 * unit },
    maxSize: 7 * unit,
    maxLines: 1,
    color: theme.ink,
    isCentered: false,
    rest: 0,
  });
  const role = textBlockOf(stage, label, {
    style: theme.label,
    box: { x: left + pad, y: top + 12 * unit, width: room, height: 4 * unit },
    maxSize: 3.4 * unit,
    maxLines: 1,
    color: theme.accent,
    isCentered: false,
    rest: 0.3,
  });
  const panelWidth = Math.max(name.bounds.width, role?.bounds.width ?? 0) + 2 * pad;
  return {
    settledSeconds: Math.max(name.settledAt(0.45), role?.settledAt(0.65) ?? 0),
    draw(time) {
      const gone = easeIn(time.leaving);
      const bar = easeOut(progressAt(time.seconds, 0.1, 0.5)) * (1 - gone);
      const open = easeBoth(progressAt(time.seconds, 0.3, 0.7)) * (1 - gone);
      ctx.globalAlpha = 0.88;
      ctx.fillStyle = theme.panel;
      ctx.fillRect(left, top, panelWidth * open, panelHeight);
      ctx.globalAlpha = 1;
      ctx.fillStyle = theme.accent;
      ctx.fillRect(left - 1.1 * unit, top + (panelHeight * (1 - bar)) / 2, 1.1 * unit, panelHeight * bar);
      ctx.save();
      ctx.beginPath();
      ctx.rect(left, top, panelWidth * open, panelHeight);
      ctx.clip();
      name.draw(time, 0.45);
      role?.draw(time, 0.65);
      ctx.restore();
    },
  };
}
