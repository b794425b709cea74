import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Size } from '../fit-inside.ts';
import type { SlideshowTheme } from '../slideshow-theme.ts';

function fade(color: string, alpha: number): string {
  return `${color}${Math.round(alpha * 255)
    .toString(16)
    .padStart(2, '0')}`;
}

function drawGrid(context: SKRSContext2D, color: string, { width, height }: Size): void {
  const step = Math.min(width, height) / 12;
  context.strokeStyle = fade(color, 0.12);
  context.lineWidth = Math.max(1, step / 40);
  context.beginPath();
  for (let x = step; x < width; x += step) {
    context.moveTo(x, 0);
    context.lineTo(x, height);
  }
  for (let y = step; y < height; y += step) {
    context.moveTo(0, y);
    context.lineTo(width, y);
  }
  context.stroke();
}

function drawBlobs(context: SKRSContext2D, colors: SlideshowTheme['colors'], { width, height }: Size): void {
  const blobs = [
    [width * 0.98, height * 0.04, 0.34, colors.accent],
    [width * 0.02, height * 1.02, 0.28, colors.secondAccent],
  ] as const;
  for (const [x, y, reach, color] of blobs) {
    context.fillStyle = fade(color, 0.22);
    context.beginPath();
    context.arc(x, y, reach * Math.min(width, height), 0, 2 * Math.PI);
    context.fill();
  }
}

/** Draws the background of a slide: the paper and the theme's backdrop. */
export function drawBackdrop(context: SKRSContext2D, { colors, layout }: SlideshowTheme, size: Size): void {
  const { width, height } = size;
  context.fillStyle = colors.paper;
  context.fillRect(0, 0, width, height);
  if (layout.backdrop === 'gradient') {
    const paint = context.createLinearGradient(0, 0, width, height);
    paint.addColorStop(0, fade(colors.accent, 0));
    paint.addColorStop(1, fade(colors.accent, 0.22));
    context.fillStyle = paint;
    context.fillRect(0, 0, width, height);
  }
  if (layout.backdrop === 'band') {
    context.fillStyle = colors.accent;
    context.fillRect(0, 0, width, Math.min(width, height) * 0.025);
  }
  if (layout.backdrop === 'grid') drawGrid(context, colors.ink, size);
  if (layout.backdrop === 'blobs') drawBlobs(context, colors, size);
}

/**
 * Draws the mark below a headline that fills a box down to its lower edge.
 *
 * @param unit a hundredth of the frame, in pixels
 */
export function drawMark(
  context: SKRSContext2D,
  { colors, layout }: SlideshowTheme,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  unit: number,
): void {
  const below = box.y + box.height + 1.4 * unit;
  const middle = box.x + box.width / 2;
  const isCentred = layout.align === 'center';
  context.fillStyle = colors.accent;
  const bar = (width: number, height: number) =>
    context.fillRect(isCentred ? middle - width / 2 : box.x, below, width, height);
  if (layout.mark === 'rule') bar(box.width, 0.25 * unit);
  if (layout.mark === 'bar') bar(12 * unit, 0.8 * unit);
  if (layout.mark === 'block') bar(4 * unit, 2 * unit);
  if (layout.mark !== 'dot') return;
  // Draws three dots, because a single one would look like a bullet.
  const first = isCentred ? middle - 2.6 * unit : box.x + 0.6 * unit;
  for (const index of [0, 1, 2]) {
    context.beginPath();
    context.arc(first + 2.6 * unit * index, below + 0.9 * unit, 0.6 * unit, 0, 2 * Math.PI);
    context.fill();
  }
}
