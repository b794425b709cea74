import { Path2D, type SKRSContext2D } from '@napi-rs/canvas';

/** Fills an outline given as an SVG path. */
export function fillPath(ctx: SKRSContext2D, outline: string, fill: SKRSContext2D['fillStyle']): void {
  ctx.fillStyle = fill;
  ctx.fill(new Path2D(outline));
}

/** Draws a line with round ends along an SVG path. */
export function strokePath(ctx: SKRSContext2D, line: string, color: string, width: number): void {
  ctx.strokeStyle = color;
  ctx.lineWidth = width;
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  ctx.stroke(new Path2D(line));
}

export function fillEllipse(
  ctx: SKRSContext2D,
  [x, y, radiusX, radiusY]: readonly [number, number, number, number],
  fill: string,
): void {
  ctx.fillStyle = fill;
  ctx.beginPath();
  ctx.ellipse(x, y, radiusX, radiusY, 0, 0, 2 * Math.PI);
  ctx.fill();
}

/** Runs a drawing twice, the second time mirrored horizontally. */
export function drawMirrored(ctx: SKRSContext2D, draw: (side: 1 | -1) => void): void {
  draw(1);
  ctx.save();
  ctx.scale(-1, 1);
  draw(-1);
  ctx.restore();
}

/** Runs a drawing at reduced opacity. */
export function withAlpha(ctx: SKRSContext2D, alpha: number, draw: () => void): void {
  ctx.save();
  ctx.globalAlpha *= alpha;
  draw();
  ctx.restore();
}

/** Runs a drawing clipped to an outline. */
export function clipped(ctx: SKRSContext2D, outline: string, draw: () => void): void {
  ctx.save();
  ctx.clip(new Path2D(outline));
  draw();
  ctx.restore();
}

/** Draws a soft spot of a colour that fades to transparent. @param color as `r, g, b` */
export function softSpot(
  ctx: SKRSContext2D,
  [x, y, radiusX, radiusY]: readonly [number, number, number, number],
  color: string,
  alpha: number,
): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(radiusX, radiusY);
  const fade = ctx.createRadialGradient(0, 0, 0, 0, 0, 1);
  fade.addColorStop(0, `rgba(${color}, ${alpha})`);
  fade.addColorStop(1, `rgba(${color}, 0)`);
  ctx.fillStyle = fade;
  ctx.fillRect(-1, -1, 2, 2);
  ctx.restore();
}

/** Converts `#rrggbb` to `r, g, b`. */
export function channelsOf(hex: string): string {
  const value = Number.parseInt(hex.slice(1), 16);
  return `${value >> 16}, ${(value >> 8) & 255}, ${value & 255}`;
}
