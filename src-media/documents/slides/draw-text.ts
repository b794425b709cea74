import type { SKRSContext2D } from '@napi-rs/canvas';
import {
  layOutText,
  type PlacedLine,
  type PlacedRun,
  type TextLayout,
  type TextScale,
} from './lay-out-text.ts';
import type { Paragraph } from './read-paragraphs.ts';

/** Position and size of the text, in pixels. */
export interface TextFrame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly anchor: 't' | 'ctr' | 'b';
  readonly isWrapped: boolean;
  /** Smallest scale of the letters when text is shrunk to fit. */
  readonly minLetters: number;
}

/** Position of the baseline within a line, as a share of the line's height. */
const baseline = 0.79;
const slant = -0.21;

function drawRun(context: SKRSContext2D, run: PlacedRun, x: number, y: number): void {
  const { style, size } = run;
  const base = y - style.rise * size;
  context.font = run.font;
  context.fillStyle = style.color;
  context.save();
  context.translate(x, base);
  // Slants the letters, because only the serif face has an italic font.
  if (style.isItalic && style.face !== 'serif') context.transform(1, 0, slant, 1, 0, 0);
  context.fillText(run.text, 0, 0);
  context.restore();
  const thickness = Math.max(1, size * 0.06);
  if (style.isUnderlined) context.fillRect(x, base + size * 0.12, run.width, thickness);
  if (style.isStruck) context.fillRect(x, base - size * 0.3, run.width, thickness);
}

function startOf(line: PlacedLine, frame: TextFrame): number {
  const { align, isRightToLeft } = line.paragraph;
  const room = line.room - line.width;
  if (align === 'ctr') return frame.x + line.left + room / 2;
  const isAtEnd = align === 'r' || (isRightToLeft && align !== 'l');
  return isAtEnd ? frame.x + line.left + room : frame.x + line.left;
}

function drawLine(
  context: SKRSContext2D,
  line: PlacedLine,
  frame: TextFrame,
  top: number,
  scale: TextScale,
): void {
  const y = top + line.top + line.height * baseline;
  let x = startOf(line, frame);
  if (line.bullet) {
    const hang = Math.min(line.left, -line.paragraph.indent * scale.pixels);
    const room = Math.max(hang, line.bullet.width + line.bullet.size * 0.25);
    drawRun(context, line.bullet, x - room, y);
  }
  for (const run of line.paragraph.isRightToLeft ? line.runs.toReversed() : line.runs) {
    drawRun(context, run, x, y);
    x += run.width;
  }
}

/** Sets text at the slide's size, and shrinks it only as far as needed to fit. */
function fitText(
  context: SKRSContext2D,
  paragraphs: readonly Paragraph[],
  frame: TextFrame,
  wanted: TextScale,
) {
  let scale = wanted;
  let layout: TextLayout = layOutText(context, paragraphs, frame.width, frame.isWrapped, scale);
  const isTooLarge = () =>
    layout.height > frame.height + 1 || (frame.isWrapped && layout.width > frame.width + 1);
  while (isTooLarge() && scale.letters > frame.minLetters) {
    scale = { ...scale, letters: scale.letters * 0.95, tighter: Math.min(0.2, scale.tighter + 0.02) };
    layout = layOutText(context, paragraphs, frame.width, frame.isWrapped, scale);
  }
  return { layout, scale };
}

/** Draws paragraphs into a frame. */
export function drawText(
  context: SKRSContext2D,
  paragraphs: readonly Paragraph[],
  frame: TextFrame,
  wanted: TextScale,
): void {
  const { layout, scale } = fitText(context, paragraphs, frame, wanted);
  const room = frame.height - layout.height;
  const top = frame.y + (frame.anchor === 'ctr' ? room / 2 : frame.anchor === 'b' ? room : 0);
  context.textBaseline = 'alphabetic';
  context.textAlign = 'left';
  for (const line of layout.lines) drawLine(context, line, frame, top, scale);
}
