import type { SKRSContext2D } from '@napi-rs/canvas';
import { type Box, boxFromEdges } from '../art/geometry.ts';
import type { Hex } from '../color/color.ts';
import { type FittedText, fitText } from './fit-text.ts';
import { applyType, typedText, type TypeStyle } from './type-style.ts';

/** Colour of a text: the scheme's ink, a softer tone of the ink, or the accent. */
export type TextColor = 'ink' | 'soft' | 'accent';

/** A text and its allowed sizes, in pixels. */
export interface TextBlock {
  readonly text: string;
  readonly style: TypeStyle;
  readonly color: TextColor;
  readonly maxSize: number;
  readonly minSize: number;
  readonly maxLines: number;
  /** True for the one block that gets all space the others leave. If it does not fit, the column is omitted. */
  readonly isMain: boolean;
}

interface ColumnMark {
  readonly width: number;
  readonly height: number;
  readonly color: Hex;
}

/** A box of stacked text blocks. */
export interface TextColumn {
  readonly box: Box;
  /** `start` is the side where reading starts: left, or right in a right-to-left picture. */
  readonly align: 'start' | 'center';
  readonly isRightToLeft: boolean;
  readonly anchor: 'top' | 'middle' | 'bottom';
  readonly gap: number;
  /** Small mark above the first line, or null. */
  readonly mark: ColumnMark | null;
  readonly blocks: readonly TextBlock[];
}

interface PlacedLine {
  readonly text: string;
  readonly x: number;
  readonly baseline: number;
}

/** A block at its final position. The box encloses the ink of its letters. */
export interface PlacedText {
  /** Set for the first block of a column with a mark. */
  readonly mark: (Box & { readonly color: Hex }) | null;
  readonly fitted: FittedText;
  readonly lines: readonly PlacedLine[];
  readonly box: Box;
  readonly block: TextBlock;
}

/** Lays out a column. Empty if its main block does not fit; small blocks that do not fit are omitted. */
export function placeColumn(ctx: SKRSContext2D, column: TextColumn, languageCode: string): PlacedText[] {
  const head = column.mark ? column.mark.height + column.gap * 1.1 : 0;
  const box = { ...column.box, y: column.box.y + head, height: column.box.height - head };
  const fitted = fitBlocks(ctx, { ...column, box }, languageCode);
  if (!fitted.some(({ block }) => block.isMain)) return [];
  const height = fitted.reduce((sum, { text }) => sum + text.height, 0) + column.gap * (fitted.length - 1);
  const slack = box.height - height;
  let top = box.y + (column.anchor === 'top' ? 0 : column.anchor === 'middle' ? slack / 2 : slack);
  const mark = markAbove(column, top - head);
  return fitted.map(({ block, text }, index) => {
    const placed = placeLines(ctx, text, column, top);
    top += text.height + column.gap;
    return { ...placed, block, mark: index === 0 ? mark : null };
  });
}

function markAbove({ mark, ...column }: TextColumn, top: number): PlacedText['mark'] {
  return mark && { ...mark, x: lineLeft({ ...column, mark }, mark.width), y: top };
}

interface FittedBlock {
  readonly block: TextBlock;
  readonly text: FittedText;
}

/** Fits the blocks. Each small block takes at most a third of the column; the main block gets the rest. */
function fitBlocks(ctx: SKRSContext2D, column: TextColumn, languageCode: string): FittedBlock[] {
  const { box, gap, blocks } = column;
  const fit = (block: TextBlock, height: number): FittedBlock[] => {
    const text = fitText(ctx, typedText(block.text, block.style, languageCode), {
      ...block,
      width: box.width,
      height,
    });
    return text ? [{ block, text }] : [];
  };
  const small = blocks.filter((block) => !block.isMain).flatMap((block) => fit(block, box.height / 3));
  const taken = small.reduce((sum, { text }) => sum + text.height + gap, 0);
  const main = blocks.filter((block) => block.isMain).flatMap((block) => fit(block, box.height - taken));
  return [...small, ...main].toSorted((a, b) => blocks.indexOf(a.block) - blocks.indexOf(b.block));
}

function placeLines(
  ctx: SKRSContext2D,
  fitted: FittedText,
  column: TextColumn,
  top: number,
): Omit<PlacedText, 'block' | 'mark'> {
  const { typed, size, lineHeight, ascent } = fitted;
  applyType(ctx, typed, size);
  const inks: Box[] = [];
  const lines = fitted.lines.map((text, index) => {
    const metrics = ctx.measureText(text);
    const inkWidth = metrics.actualBoundingBoxLeft + metrics.actualBoundingBoxRight;
    const inkLeft = lineLeft(column, inkWidth);
    const baseline = top + ascent + index * lineHeight;
    inks.push({
      x: inkLeft,
      y: baseline - metrics.actualBoundingBoxAscent,
      width: inkWidth,
      height: metrics.actualBoundingBoxAscent + metrics.actualBoundingBoxDescent,
    });
    return { text, x: inkLeft + metrics.actualBoundingBoxLeft, baseline };
  });
  return { fitted, lines, box: unionOf(inks) };
}

function lineLeft({ box, align, isRightToLeft }: TextColumn, inkWidth: number): number {
  if (align === 'center') return box.x + (box.width - inkWidth) / 2;
  return isRightToLeft ? box.x + box.width - inkWidth : box.x;
}

function unionOf(boxes: readonly Box[]): Box {
  return boxFromEdges(
    Math.min(...boxes.map((box) => box.x)),
    Math.min(...boxes.map((box) => box.y)),
    Math.max(...boxes.map((box) => box.x + box.width)),
    Math.max(...boxes.map((box) => box.y + box.height)),
  );
}
