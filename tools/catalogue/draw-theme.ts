import type { SKRSContext2D } from '@napi-rs/canvas';
import type { SlideshowTheme } from '../../src-media/documents/slideshow-theme.ts';
import { fontFamiliesFor } from '../../src-media/fonts/font-families.ts';

const width = 1280;
const height = 720;

function fontOf({ face, weight }: SlideshowTheme['fonts']['text'], size: number, text: string): string {
  return `${weight} ${size}px ${fontFamiliesFor(text, face)}`;
}

function rounded(
  ctx: SKRSContext2D,
  [x, y, w, h]: readonly [number, number, number, number],
  radius: number,
  fill: string,
): void {
  ctx.fillStyle = fill;
  ctx.beginPath();
  ctx.roundRect(x, y, w, h, radius);
  ctx.fill();
}

function disc(ctx: SKRSContext2D, x: number, y: number, radius: number, fill: string): void {
  ctx.fillStyle = fill;
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fill();
}

function drawBackdrop(ctx: SKRSContext2D, { colors, layout }: SlideshowTheme): void {
  ctx.fillStyle = colors.paper;
  ctx.fillRect(0, 0, width, height);
  ctx.save();
  if (layout.backdrop === 'band') {
    ctx.fillStyle = colors.ink;
    ctx.fillRect(0, 0, 56, height);
    ctx.fillStyle = colors.accent;
    ctx.fillRect(56, 0, 12, height);
  }
  if (layout.backdrop === 'gradient') {
    for (const [x, y, color] of [
      [1120, 90, colors.accent],
      [160, 700, colors.secondAccent],
    ] as const) {
      const glow = ctx.createRadialGradient(x, y, 0, x, y, 560);
      glow.addColorStop(0, `${color}77`);
      glow.addColorStop(1, `${color}00`);
      ctx.fillStyle = glow;
      ctx.fillRect(0, 0, width, height);
    }
  }
  if (layout.backdrop === 'grid') {
    ctx.strokeStyle = `${colors.secondAccent}33`;
    ctx.lineWidth = 1.5;
    for (let at = 40; at < width; at += 40) {
      ctx.beginPath();
      ctx.moveTo(at, 0);
      ctx.lineTo(at, height);
      ctx.moveTo(0, at);
      ctx.lineTo(width, at);
      ctx.stroke();
    }
  }
  if (layout.backdrop === 'blobs') {
    disc(ctx, 1210, 70, 210, `${colors.secondAccent}44`);
    disc(ctx, 40, 690, 170, `${colors.accent}33`);
  }
  ctx.restore();
}

function drawHeadline(ctx: SKRSContext2D, theme: SlideshowTheme, name: string): void {
  const { colors, fonts, layout } = theme;
  const x = layout.align === 'center' ? 400 : 130;
  ctx.textAlign = layout.align;
  if (layout.mark === 'rule') rounded(ctx, [x, 118, 96, 6], 0, colors.accent);
  if (layout.mark === 'bar') rounded(ctx, [x, 112, 150, 14], 2, colors.accent);
  if (layout.mark === 'dot') disc(ctx, x + 12, 120, 14, colors.accent);
  if (layout.mark === 'block') rounded(ctx, [x, 96, 34, 34], 0, colors.accent);
  ctx.fillStyle = colors.ink;
  const size = name.length > 9 ? 82 : 94;
  ctx.font = fontOf(fonts.headline, size, name);
  ctx.fillText(name, x, 232);
  ctx.font = fontOf(fonts.text, 32, 'One idea on every slide, set in a voice of its own.');
  ctx.fillStyle = colors.quietInk;
  ctx.fillText('One idea on every slide,', x, 300);
  ctx.fillText('set in a voice of its own.', x, 344);
}

function drawSample(ctx: SKRSContext2D, { colors, fonts, layout }: SlideshowTheme): void {
  const radius = (layout.cornerPercent / 100) * height;
  rounded(ctx, [760, 110, 400, 330], radius, colors.accent);
  ctx.save();
  ctx.beginPath();
  ctx.roundRect(760, 110, 400, 330, radius);
  ctx.clip();
  for (const [index, share] of [0.34, 0.55, 0.46, 0.78].entries()) {
    const bar = 330 * share;
    rounded(
      ctx,
      [806 + index * 82, 440 - bar, 56, bar + 20],
      Math.min(10, radius),
      index === 3 ? colors.secondAccent : `${colors.onAccent}cc`,
    );
  }
  ctx.restore();
  ctx.textAlign = 'left';
  ctx.fillStyle = colors.ink;
  ctx.font = fontOf(fonts.headline, 72, '78 %');
  ctx.fillText('78 %', 760, 548);
  ctx.fillStyle = colors.quietInk;
  ctx.font = fontOf(fonts.text, 27, 'said yes at once');
  ctx.fillText('said yes at once', 960, 543);
}

function drawPalette(ctx: SKRSContext2D, { colors, fonts, layout }: SlideshowTheme): void {
  const shown = [colors.ink, colors.quietInk, colors.accent, colors.secondAccent, colors.paper];
  const left = layout.align === 'center' ? 400 - 5 * 46 + 36 : 166;
  for (const [index, color] of shown.entries()) {
    disc(ctx, left + index * 92, 490, 38, color);
    ctx.strokeStyle = `${colors.ink}33`;
    ctx.lineWidth = 2;
    ctx.stroke();
  }
  ctx.textAlign = layout.align;
  ctx.fillStyle = colors.quietInk;
  const label =
    fonts.headline.family === fonts.text.family
      ? fonts.text.family
      : `${fonts.headline.family}  +  ${fonts.text.family}`;
  ctx.font = fontOf(fonts.text, 24, label);
  ctx.fillText(label, layout.align === 'center' ? 400 : 130, 592);
}

/** Draws a card for a theme: a sample slide with its colours and typefaces. */
export function drawTheme(ctx: SKRSContext2D, theme: SlideshowTheme, name: string): void {
  drawBackdrop(ctx, theme);
  drawHeadline(ctx, theme, name);
  drawSample(ctx, theme);
  drawPalette(ctx, theme);
}
