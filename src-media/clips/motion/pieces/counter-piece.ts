import { withAlpha } from '../../../pictures/color/color.ts';
import { applyType, typedText } from '../../../pictures/text/type-style.ts';
import { easeIn, easeOut, progressAt } from '../easing.ts';
import type { CountedFigure } from '../motion-content.ts';
import type { MotionPiece, MotionStage, MotionTime } from '../motion-stage.ts';
import { textBlockOf } from '../text-block.ts';

const start = 0.3;
const countSeconds = 1.9;

/** Draws a number that counts up with its caption. A share of a whole also fills a ring. */
export function makeCounter(figure: CountedFigure, stage: MotionStage): MotionPiece {
  const { area, unit, theme, ctx } = stage;
  const captionRoom = figure.caption === null ? 0 : 15 * unit;
  const radius = Math.min(area.width, area.height - captionRoom) * 0.46;
  const center = { x: area.x + area.width / 2, y: area.y + (area.height - captionRoom) / 2 };
  const isRing = figure.share !== null;
  const size = fittedSize(
    figure,
    stage,
    isRing ? radius * 1.3 : area.width * 0.94,
    isRing ? radius * 0.72 : 34 * unit,
  );
  const foot = isRing ? center.y + radius : center.y + size * 0.5;
  const caption = textBlockOf(stage, figure.caption, {
    style: theme.label,
    box: { x: area.x, y: foot + 4.2 * unit, width: area.width, height: captionRoom },
    maxSize: 5.6 * unit,
    maxLines: 2,
    color: theme.ink,
    isCentered: true,
    rest: 0,
  });
  return {
    settledSeconds: Math.max(start + countSeconds, caption?.settledAt(0.9) ?? 0),
    draw(time) {
      const counted = easeOut(progressAt(time.seconds, start, countSeconds));
      const seen = Math.min(1, progressAt(time.seconds, start, 0.35)) * (1 - easeIn(time.leaving));
      if (isRing)
        drawRing(
          stage,
          { ...center, radius: radius * (0.94 + 0.06 * seen) },
          (figure.share ?? 0) * counted,
          seen,
        );
      ctx.save();
      ctx.globalAlpha = seen;
      drawNumber(figure, stage, { ...center, size, counted });
      ctx.restore();
      caption?.draw(time, 0.9);
      if (!isRing) drawRule(stage, center.x, foot + 1.2 * unit, time);
    },
  };
}

function writtenAt({ before, value, decimals, hasGroups, after }: CountedFigure, counted: number): string {
  const number = (value * counted).toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: hasGroups,
  });
  return `${before}${number}${after}`;
}

function fittedSize(
  figure: CountedFigure,
  { ctx, theme, languageCode }: MotionStage,
  width: number,
  most: number,
): number {
  const typed = typedText(writtenAt(figure, 1), theme.figure, languageCode);
  applyType(ctx, typed, most);
  return most * Math.min(1, width / ctx.measureText(typed.text).width);
}

/** Gives each digit the same width, so that the number does not jitter while it counts. */
function drawNumber(
  figure: CountedFigure,
  { ctx, theme, languageCode, isTransparent, unit }: MotionStage,
  {
    x,
    y,
    size,
    counted,
  }: { readonly x: number; readonly y: number; readonly size: number; readonly counted: number },
): void {
  const typed = typedText(writtenAt(figure, counted), theme.figure, languageCode);
  applyType(ctx, typedText('0123456789', theme.figure, languageCode), size);
  const digit = Math.max(...[...Array(10).keys()].map((digit) => ctx.measureText(String(digit)).width));
  applyType(ctx, typed, size);
  const letters = [...typed.text];
  const widths = letters.map((letter) => (/\d/u.test(letter) ? digit : ctx.measureText(letter).width));
  let left = x - widths.reduce((sum, width) => sum + width, 0) / 2;
  ctx.fillStyle = theme.ink;
  if (isTransparent) {
    ctx.shadowColor = 'rgba(0, 0, 0, 0.5)';
    ctx.shadowBlur = 1.4 * unit;
  }
  letters.forEach((letter, index) => {
    const width = widths[index] ?? 0;
    ctx.fillText(letter, left + (width - ctx.measureText(letter).width) / 2, y + size * 0.35);
    left += width;
  });
}

function drawRing(
  { ctx, theme, unit }: MotionStage,
  { x, y, radius }: { readonly x: number; readonly y: number; readonly radius: number },
  share: number,
  seen: number,
): void {
  ctx.save();
  ctx.globalAlpha = seen;
  ctx.lineWidth = 4.2 * unit;
  ctx.lineCap = 'round';
  ctx.strokeStyle = withAlpha(theme.ink, 0.16);
  ctx.beginPath();
  ctx.arc(x, y, radius - 2.1 * unit, 0, Math.PI * 2);
  ctx.stroke();
  if (share > 0.002) {
    ctx.strokeStyle = theme.accent;
    ctx.beginPath();
    ctx.arc(x, y, radius - 2.1 * unit, -Math.PI / 2, -Math.PI / 2 + share * Math.PI * 2);
    ctx.stroke();
  }
  ctx.restore();
}

function drawRule({ ctx, theme, unit }: MotionStage, x: number, y: number, time: MotionTime): void {
  const width = 26 * unit * easeOut(progressAt(time.seconds, 0.6, 0.9)) * (1 - easeIn(time.leaving));
  ctx.fillStyle = theme.accent;
  if (width > 0.5) ctx.fillRect(x - width / 2, y, width, 0.8 * unit);
}
