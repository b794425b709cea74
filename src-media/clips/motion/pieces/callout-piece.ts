import { withAlpha } from '../../../pictures/color/color.ts';
import { easeBoth, easeIn, easeOut, easeOver, progressAt } from '../easing.ts';
import type { MotionPiece, MotionStage, MotionTime } from '../motion-stage.ts';
import { TextBlock } from '../text-block.ts';

/** Draws a pulsing target, an arrow that grows towards it, and the text. */
export function makeCallout(text: string, stage: MotionStage): MotionPiece {
  const { unit, theme, ctx, width, height } = stage;
  const target = { x: width * 0.32, y: height * 0.66 };
  const box = { x: width * 0.5, y: height * 0.2, width: width * 0.4, height: height * 0.22 };
  const pad = 3 * unit;
  const words = new TextBlock(stage, {
    text,
    style: theme.headline,
    box,
    maxSize: 6.6 * unit,
    maxLines: 3,
    color: theme.ink,
    isCentered: false,
    rest: 0.5,
  });
  const panel = {
    x: words.bounds.x - pad,
    y: words.bounds.y - pad,
    width: words.bounds.width + 2 * pad,
    height: words.bounds.height + 2 * pad,
  };
  const from = { x: panel.x, y: panel.y + panel.height / 2 };
  return {
    settledSeconds: words.settledAt(1.2),
    draw(time) {
      const gone = easeIn(time.leaving);
      drawTarget(stage, target, time, 1 - gone);
      drawArrow(stage, from, target, easeBoth(progressAt(time.seconds, 0.35, 0.8)) * (1 - gone));
      const open = easeOver(progressAt(time.seconds, 0.95, 0.5)) * (1 - gone);
      if (time.seconds > 0.95 && open > 0) {
        ctx.save();
        ctx.globalAlpha = 0.9 * Math.min(1, open);
        ctx.fillStyle = theme.panel;
        ctx.beginPath();
        ctx.roundRect(
          panel.x,
          panel.y + (panel.height * (1 - open)) / 2,
          panel.width,
          panel.height * open,
          1.6 * unit,
        );
        ctx.fill();
        ctx.restore();
        words.draw(time, 1.2);
      }
    },
  };
}

function drawTarget(
  { ctx, theme, unit }: MotionStage,
  { x, y }: { readonly x: number; readonly y: number },
  time: MotionTime,
  seen: number,
): void {
  const come = easeOut(progressAt(time.seconds, 0, 0.5)) * seen;
  const pulse = (time.seconds % 1.4) / 1.4;
  ctx.strokeStyle = theme.accent;
  ctx.lineWidth = 0.7 * unit;
  ctx.beginPath();
  ctx.arc(x, y, 4.2 * unit * come, 0, Math.PI * 2);
  if (come > 0) ctx.stroke();
  ctx.strokeStyle = withAlpha(theme.accent, (1 - pulse) * 0.6 * come);
  ctx.beginPath();
  ctx.arc(x, y, (4.2 + 6 * pulse) * unit, 0, Math.PI * 2);
  if (come > 0) ctx.stroke();
}

/** Draws the visible part of a bent arrow. */
function drawArrow(
  { ctx, theme, unit }: MotionStage,
  from: { readonly x: number; readonly y: number },
  to: { readonly x: number; readonly y: number },
  drawn: number,
): void {
  if (drawn <= 0.01) return;
  const bend = { x: to.x + (from.x - to.x) * 0.25, y: from.y };
  const reach = 0.9;
  const at = (share: number) => {
    const s = share * reach;
    const a = (1 - s) ** 2;
    const b = 2 * s * (1 - s);
    const c = s * s;
    return { x: a * from.x + b * bend.x + c * to.x, y: a * from.y + b * bend.y + c * to.y };
  };
  ctx.save();
  ctx.strokeStyle = theme.accent;
  ctx.lineWidth = 1 * unit;
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  ctx.beginPath();
  ctx.moveTo(from.x, from.y);
  for (let step = 1; step <= 32; step += 1) {
    const point = at((drawn * step) / 32);
    ctx.lineTo(point.x, point.y);
  }
  const tip = at(drawn);
  const before = at(Math.max(0, drawn - 0.03));
  const angle = Math.atan2(tip.y - before.y, tip.x - before.x);
  for (const side of [-0.5, 0.5]) {
    ctx.moveTo(tip.x, tip.y);
    ctx.lineTo(tip.x - Math.cos(angle + side) * 3.2 * unit, tip.y - Math.sin(angle + side) * 3.2 * unit);
  }
  ctx.stroke();
  ctx.restore();
}
