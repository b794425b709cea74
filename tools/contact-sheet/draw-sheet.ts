import { type Canvas, createCanvas, type Image, type SKRSContext2D } from '@napi-rs/canvas';
import { fontFamiliesFor } from '../../src-media/fonts/font-families.ts';
import type { Shown } from './read-media.ts';

/** A field of the sheet, ready to draw. */
export interface Field {
  readonly name: string;
  readonly request: string;
  readonly shown: readonly Shown[];
}

const tile = { width: 300, height: 169, gap: 6 };
const field = { width: 3 * tile.width + 2 * tile.gap, top: 46, gapX: 40, gapY: 30 };
const fieldHeight = field.top + tile.height;
const margin = 40;
const headHeight = 46;
const colors = { paper: '#f6f6f4', ink: '#1d2126', quiet: '#6b7280', wave: '#2f6f8f', band: '#e7e8e6' };

function fill(ctx: SKRSContext2D, color: string, x: number, y: number, width: number, height: number): void {
  ctx.fillStyle = color;
  ctx.fillRect(x, y, width, height);
}

function drawCheckerboard(ctx: SKRSContext2D, width: number, height: number): void {
  const side = 10;
  fill(ctx, '#ffffff', 0, 0, width, height);
  for (let y = 0; y < height; y += side) {
    for (let x = (y / side) % 2 === 0 ? 0 : side; x < width; x += 2 * side)
      fill(ctx, '#d4d6d8', x, y, Math.min(side, width - x), Math.min(side, height - y));
  }
}

/** Draws a picture, or its middle magnified three times, as large as it fits and centred in its tile. */
function drawTile(ctx: SKRSContext2D, image: Image, x: number, y: number, isDetail = false): void {
  const scale = Math.min(tile.width / image.width, tile.height / image.height);
  const width = Math.round(image.width * scale);
  const height = Math.round(image.height * scale);
  fill(ctx, colors.band, x, y, tile.width, tile.height);
  ctx.save();
  ctx.translate(x + Math.round((tile.width - width) / 2), y + Math.round((tile.height - height) / 2));
  ctx.beginPath();
  ctx.rect(0, 0, width, height);
  ctx.clip();
  drawCheckerboard(ctx, width, height);
  ctx.imageSmoothingQuality = 'high';
  const part = isDetail ? 1 / 3 : 1;
  const left = ((1 - part) / 2) * image.width;
  const top = ((1 - part) / 2) * image.height;
  ctx.drawImage(image, left, top, part * image.width, part * image.height, 0, 0, width, height);
  ctx.restore();
}

function drawWave(ctx: SKRSContext2D, peaks: readonly number[], x: number, y: number): void {
  fill(ctx, colors.band, x, y, field.width, tile.height);
  ctx.fillStyle = colors.wave;
  const step = field.width / peaks.length;
  for (const [index, peak] of peaks.entries()) {
    const height = Math.max(1, Math.min(1, peak) * (tile.height - 16));
    ctx.fillRect(x + index * step, y + (tile.height - height) / 2, step * 0.7, height);
  }
}

function write(ctx: SKRSContext2D, text: string, x: number, y: number, font: string, color: string): void {
  ctx.font = `${font} ${fontFamiliesFor(text, 'sans')}`;
  ctx.fillStyle = color;
  ctx.fillText(text, x, y);
}

function drawField(ctx: SKRSContext2D, { name, request, shown }: Field, x: number, y: number): void {
  const facts = [...new Set(shown.map((item) => item.facts))].join('  →  ');
  write(ctx, name, x, y + 15, '600 17px', colors.ink);
  const start = x + ctx.measureText(name).width + 12;
  write(ctx, request, start, y + 15, '400 14px', colors.quiet);
  write(ctx, facts, x, y + 36, '400 13px', colors.quiet);
  const images = shown.flatMap((item) => (item.kind === 'pictures' ? item.images : []));
  for (const [index, image] of images.slice(0, 3).entries())
    drawTile(ctx, image, x + index * (tile.width + tile.gap), y + field.top);
  const [, changed] = images;
  if (changed && images.length === 2)
    drawTile(ctx, changed, x + 2 * (tile.width + tile.gap), y + field.top, true);
  const sound = shown.find((item) => item.kind === 'sound');
  if (sound) drawWave(ctx, sound.peaks, x, y + field.top);
}

/** Draws all fields in two columns below a title. */
export function drawSheet(title: string, fields: readonly Field[]): Canvas {
  const rows = Math.ceil(fields.length / 2);
  const width = 2 * margin + 2 * field.width + field.gapX;
  const height = margin + headHeight + rows * (fieldHeight + field.gapY) + margin - field.gapY;
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext('2d');
  fill(ctx, colors.paper, 0, 0, width, height);
  write(ctx, title, margin, margin + 18, '600 24px', colors.ink);
  for (const [index, item] of fields.entries()) {
    const x = margin + (index % 2) * (field.width + field.gapX);
    drawField(ctx, item, x, margin + headHeight + Math.floor(index / 2) * (fieldHeight + field.gapY));
  }
  return canvas;
}
