import { drawableText } from '../../../fonts/font-families.ts';
import type { Box } from '../../../pictures/art/geometry.ts';
import { withAlpha } from '../../../pictures/color/color.ts';
import { applyType, typedText } from '../../../pictures/text/type-style.ts';
import { easeBoth, easeIn, easeOut, progressAt } from '../easing.ts';
import type { ChartPoint, MotionContent } from '../motion-content.ts';
import type { MotionPiece, MotionStage, MotionTime } from '../motion-stage.ts';
import { textBlockOf } from '../text-block.ts';

const start = 0.55;
const stagger = 0.14;
const growSeconds = 0.95;

/** Draws growing bars or a growing line, with values and labels. */
export function makeChart(
  { title, points, shape }: Extract<MotionContent, { kind: 'chart' }>,
  stage: MotionStage,
): MotionPiece {
  const { area, unit, theme } = stage;
  const titleRoom = title === null ? 0 : 13 * unit;
  const heading = textBlockOf(stage, title, {
    style: theme.headline,
    box: { ...area, height: titleRoom },
    maxSize: 7.4 * unit,
    maxLines: 1,
    color: theme.ink,
    isCentered: stage.isCentered,
    rest: 0.1,
  });
  const box = {
    x: area.x,
    y: area.y + titleRoom + 5 * unit,
    width: area.width,
    height: area.height - titleRoom - 14 * unit,
  };
  return {
    settledSeconds: start + points.length * stagger + growSeconds,
    draw(time) {
      if (stage.isTransparent) drawPanel(stage, time);
      heading?.draw(time, 0.15);
      drawBaseline(stage, box, time);
      if (shape === 'bars') drawBars(stage, box, points, time);
      else drawCurve(stage, box, points, time);
    },
  };
}

/** Draws a plain panel behind the chart, whatever the graphic's background. */
function drawPanel({ ctx, area, unit, theme }: MotionStage, time: MotionTime): void {
  const seen = easeOut(progressAt(time.seconds, 0, 0.6)) * (1 - easeIn(time.leaving));
  ctx.save();
  ctx.globalAlpha = 0.82 * seen;
  ctx.fillStyle = theme.panel;
  ctx.beginPath();
  ctx.roundRect(
    area.x - 5 * unit,
    area.y - 4 * unit,
    area.width + 10 * unit,
    area.height + 7 * unit,
    3 * unit,
  );
  ctx.fill();
  ctx.restore();
}

function drawBaseline({ ctx, theme, unit }: MotionStage, box: Box, time: MotionTime): void {
  const width = box.width * easeBoth(progressAt(time.seconds, 0.3, 0.7)) * (1 - easeIn(time.leaving));
  ctx.fillStyle = withAlpha(theme.ink, 0.4);
  if (width > 0) ctx.fillRect(box.x, box.y + box.height, width, 0.3 * unit);
}

function drawBars(stage: MotionStage, box: Box, points: readonly ChartPoint[], time: MotionTime): void {
  const { ctx, theme, unit } = stage;
  const most = Math.max(...points.map(({ value }) => value), 1e-9);
  const slot = box.width / points.length;
  const width = Math.min(slot * 0.62, 24 * unit);
  points.forEach((point, index) => {
    const grown = easeOut(progressAt(time.seconds, start + index * stagger, growSeconds));
    const height = Math.max(0, (point.value / most) * box.height * 0.9 * grown);
    const x = box.x + slot * (index + 0.5);
    const top = box.y + box.height - height;
    ctx.fillStyle = point.value === most ? theme.accent : theme.second;
    ctx.globalAlpha = 1 - easeIn(time.leaving);
    if (height > 0.5) {
      ctx.beginPath();
      ctx.roundRect(x - width / 2, top, width, height, [
        Math.min(0.9 * unit, height),
        Math.min(0.9 * unit, height),
        0,
        0,
      ]);
      ctx.fill();
    }
    ctx.globalAlpha = 1;
    const shown = progressAt(time.seconds, start + index * stagger + 0.25, 0.4) * (1 - easeIn(time.leaving));
    write(stage, countedText(point, grown), {
      x,
      y: top - 1.8 * unit,
      size: 4.4 * unit,
      room: slot,
      seen: shown,
      isStrong: true,
    });
    writeLabel(stage, box, point, { x, slot, seen: shown });
  });
}

/** Draws the label of a point below the chart. */
function writeLabel(
  stage: MotionStage,
  box: Box,
  point: ChartPoint,
  { x, slot, seen }: { readonly x: number; readonly slot: number; readonly seen: number },
): void {
  write(stage, point.label, {
    x,
    y: box.y + box.height + 5.6 * stage.unit,
    size: 3.8 * stage.unit,
    room: slot * 0.94,
    seen,
    isStrong: false,
  });
}

function drawCurve(stage: MotionStage, box: Box, points: readonly ChartPoint[], time: MotionTime): void {
  const { ctx, theme, unit } = stage;
  const values = points.map(({ value }) => value);
  const low = Math.min(0, ...values);
  const high = Math.max(...values, 1e-9);
  const slot = box.width / points.length;
  const placed = points.map((point, index) => ({
    point,
    x: box.x + slot * (index + 0.5),
    y: box.y + box.height - ((point.value - low) / (high - low)) * box.height * 0.86 - 2 * unit,
  }));
  const drawn =
    easeBoth(progressAt(time.seconds, start, 0.5 + points.length * stagger * 2)) * (placed.length - 1);
  const seen = 1 - easeIn(time.leaving);
  ctx.save();
  ctx.globalAlpha = seen;
  ctx.lineWidth = 1.1 * unit;
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  ctx.strokeStyle = theme.accent;
  ctx.beginPath();
  placed.forEach(({ x, y }, index) => {
    const before = placed[index - 1];
    if (!before) ctx.moveTo(x, y);
    else if (index <= drawn) ctx.lineTo(x, y);
    else if (index - 1 < drawn)
      ctx.lineTo(
        before.x + (x - before.x) * (drawn - index + 1),
        before.y + (y - before.y) * (drawn - index + 1),
      );
  });
  if (drawn > 0) ctx.stroke();
  ctx.restore();
  placed.forEach(({ point, x, y }, index) => {
    const shown = progressAt(drawn, index - 0.3, 0.4) * seen * progressAt(time.seconds, start, 0.3);
    ctx.fillStyle = theme.accent;
    ctx.beginPath();
    ctx.arc(x, y, 1.5 * unit * shown, 0, Math.PI * 2);
    ctx.fill();
    write(stage, point.written, {
      x,
      y: y - 3 * unit,
      size: 4.2 * unit,
      room: slot,
      seen: shown,
      isStrong: true,
    });
    writeLabel(stage, box, point, { x, slot, seen: shown });
  });
}

/** Returns the value as written, counting up while its bar grows. */
function countedText({ written, value }: ChartPoint, share: number): string {
  if (share >= 1) return written;
  const decimals = /[.,](\d{1,2})(?:\D|$)/u.exec(written)?.[1]?.length ?? 0;
  const plain = Number(/\d[\d.,]*/u.exec(written)?.[0].replaceAll(',', '') ?? value);
  return written.replace(/\d[\d.,]*/u, (plain * share).toFixed(decimals));
}

interface Writing {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly room: number;
  readonly seen: number;
  readonly isStrong: boolean;
}

function write(stage: MotionStage, text: string, { x, y, size, room, seen, isStrong }: Writing): void {
  const { ctx, theme, languageCode } = stage;
  if (seen <= 0 || text === '') return;
  const style = isStrong
    ? { ...theme.label, weight: 700, isCapitals: false }
    : { ...theme.label, tracking: 0, isCapitals: false };
  const typed = typedText(drawableText(text, style.face, languageCode), style, languageCode);
  ctx.save();
  applyType(ctx, typed, size);
  const width = ctx.measureText(typed.text).width;
  const scale = Math.min(1, room / width);
  if (scale < 1) applyType(ctx, typed, size * scale);
  ctx.globalAlpha = seen;
  ctx.fillStyle = theme.ink;
  ctx.fillText(typed.text, x - (width * scale) / 2, y);
  ctx.restore();
}
