import type { SKRSContext2D } from '@napi-rs/canvas';
import { steps } from '../art/geometry.ts';
import { balanceLines, type MeasuredChunk } from './balance-lines.ts';
import { type Chunk, splitChunks } from './split-chunks.ts';
import { applyType, type TypedText } from './type-style.ts';

/** Space and size limits of a text, in pixels. */
export interface TextRoom {
  readonly width: number;
  readonly height: number;
  readonly maxSize: number;
  readonly minSize: number;
  readonly maxLines: number;
}

export interface FittedText {
  readonly typed: TypedText;
  readonly lines: readonly string[];
  readonly size: number;
  readonly lineHeight: number;
  /** Height from the top of the first line's letters to the bottom of the last line's. */
  readonly height: number;
  /** Height of the first line's letters above its baseline. */
  readonly ascent: number;
}

/** Size ratio between consecutive trials. */
const shrink = 0.955;

/** Smallest acceptable scale to get lines of similar width, and to avoid a short word alone on a line. */
const sacrifice = { forRagged: 0.72, forLonely: 0.6 };

/**
 * Finds the largest setting of a text that fits, in lines of similar width, without breaking words. Accepts a somewhat
 * smaller size to avoid lines with a single short word. Null if even the smallest size does not fit.
 */
export function fitText(ctx: SKRSContext2D, typed: TypedText, room: TextRoom): FittedText | null {
  const chunks = splitChunks(typed.text, typed.languageCode);
  if (chunks.length === 0) return null;
  applyType(ctx, typed, room.maxSize);
  const widths = measureChunks(ctx, chunks);
  let largest: FittedText | null = null;
  let ragged: FittedText | null = null;
  const smallestSize = () => Math.max(room.minSize, (largest?.size ?? 0) * sacrifice.forLonely);
  for (let size = room.maxSize; size >= smallestSize(); size *= shrink) {
    const fitted = fitAtSize(ctx, typed, room, { chunks, widths, size });
    if (!fitted) continue;
    largest ??= fitted;
    const flaw = flawOf(ctx, fitted);
    if (flaw === 'ragged') ragged ??= fitted;
    if (flaw === null) return size < largest.size * sacrifice.forRagged ? (ragged ?? fitted) : fitted;
  }
  return ragged ?? largest;
}

interface Trial {
  readonly chunks: readonly Chunk[];
  /** Widths at the room's largest size. */
  readonly widths: readonly MeasuredChunk[];
  readonly size: number;
}

/** Sets the text in as few lines as the width allows. */
function fitAtSize(
  ctx: SKRSContext2D,
  typed: TypedText,
  room: TextRoom,
  { chunks, widths, size }: Trial,
): FittedText | null {
  const scale = size / room.maxSize;
  const measured = widths.map((chunk) => ({
    ...chunk,
    width: chunk.width * scale,
    spaceAfter: chunk.spaceAfter * scale,
  }));
  for (const index of steps(room.maxLines)) {
    const ends = balanceLines(measured, index + 1, room.width);
    if (!ends) continue;
    const fitted = setLines(ctx, typed, linesOf(chunks, ends), size);
    return fitted && fitted.height <= room.height && widestLine(ctx, fitted) <= room.width ? fitted : null;
  }
  return null;
}

/** Finds the flaw of a setting: a short word alone on a line, or a line much shorter than the longest. */
function flawOf(ctx: SKRSContext2D, { lines }: FittedText): 'lonely' | 'ragged' | null {
  if (lines.length === 1) return null;
  if (lines.some((line) => /^\p{L}{1,3}$/u.test(line))) return 'lonely';
  const widths = lines.map((line) => ctx.measureText(line).width);
  return Math.min(...widths) < 0.53 * Math.max(...widths) ? 'ragged' : null;
}

/** Measures widths at the currently applied size. */
function measureChunks(ctx: SKRSContext2D, chunks: readonly Chunk[]): MeasuredChunk[] {
  const space = ctx.measureText('n n').width - ctx.measureText('nn').width;
  return chunks.map((chunk) => ({
    width: ctx.measureText(chunk.text).width,
    spaceAfter: chunk.hasSpaceAfter ? space : 0,
    isWeakEnd: chunk.hasSpaceAfter && /^\p{L}{1,3}$/u.test(chunk.text),
  }));
}

function linesOf(chunks: readonly Chunk[], ends: readonly number[]): string[] {
  return ends.map((end, line) =>
    chunks
      .slice(ends[line - 1] ?? 0, end)
      .map((chunk) => chunk.text + (chunk.hasSpaceAfter ? ' ' : ''))
      .join('')
      .trim(),
  );
}

function setLines(
  ctx: SKRSContext2D,
  typed: TypedText,
  lines: readonly string[],
  size: number,
): FittedText | null {
  applyType(ctx, typed, size);
  const first = ctx.measureText(lines[0] ?? '');
  const last = ctx.measureText(lines[lines.length - 1] ?? '');
  const lineHeight = typed.leading * size;
  const ascent = first.actualBoundingBoxAscent;
  const height = ascent + lineHeight * (lines.length - 1) + last.actualBoundingBoxDescent;
  return Number.isFinite(height) ? { typed, lines, size, lineHeight, height, ascent } : null;
}

function widestLine(ctx: SKRSContext2D, { lines }: FittedText): number {
  return Math.max(
    ...lines.map((line) => {
      const metrics = ctx.measureText(line);
      return metrics.actualBoundingBoxLeft + metrics.actualBoundingBoxRight;
    }),
  );
}
