import type { SKRSContext2D } from '@napi-rs/canvas';
import type { MouthFrame } from '../speech/mouth-track.ts';

const barCount = 25;

/** Draws a dark pill with level bars at the bottom of the frame: newest sound in the middle, older outwards. */
export function drawSoundBars(
  ctx: SKRSContext2D,
  { width, height }: { readonly width: number; readonly height: number },
  mouth: readonly MouthFrame[],
  index: number,
): void {
  const unit = Math.min(width, height) / 100;
  const pitch = 1.5 * unit;
  const pill = { width: (barCount + 3) * pitch, height: 9 * unit };
  const centerY = height - 11 * unit;
  ctx.fillStyle = 'rgba(14, 16, 24, 0.55)';
  ctx.beginPath();
  ctx.roundRect(
    (width - pill.width) / 2,
    centerY - pill.height / 2,
    pill.width,
    pill.height,
    pill.height / 2,
  );
  ctx.fill();
  ctx.fillStyle = 'rgba(255, 255, 255, 0.95)';
  const middle = (barCount - 1) / 2;
  for (let bar = 0; bar < barCount; bar += 1) {
    const distance = Math.abs(bar - middle);
    const frame = mouth[index - Math.round(distance * 0.8)];
    const loud = Math.max(frame?.open ?? 0, 0.6 * (frame?.level ?? 0)) * (1 - distance / (middle + 3));
    const size = Math.max(0.8 * unit, 6 * unit * loud * (0.75 + 0.25 * Math.sin(bar * 2.1)));
    ctx.beginPath();
    ctx.roundRect(
      width / 2 + (bar - middle) * pitch - 0.4 * unit,
      centerY - size / 2,
      0.8 * unit,
      size,
      0.4 * unit,
    );
    ctx.fill();
  }
}
