import { drawText } from './draw-text.ts';
import { emuPerPoint, fillIn, paintOf } from './fills.ts';
import type { Box } from './frames.ts';
import { layOutText } from './lay-out-text.ts';
import { type Paragraph, readParagraphs } from './read-paragraphs.ts';
import { cssColor, mixColors } from './slide-colors.ts';
import type { SlidePainter } from './slide-painter.ts';
import { TextStyle } from './text-style.ts';
import { attributeOf, childOf, childrenOf, type Element, flagOf, numberOf } from './xml-tree.ts';

interface Cell {
  readonly element: Element;
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
  readonly paragraphs: readonly Paragraph[];
}

const inset = { x: 91_440, y: 45_720 };

function cellsOf(painter: SlidePainter, table: Element): Cell[] {
  const { slide } = painter;
  const look = childOf(table, 'tblPr');
  return childrenOf(table, 'tr').flatMap((rowElement, row) =>
    childrenOf(rowElement, 'tc').flatMap((element, column): Cell[] => {
      if (flagOf(element, 'hMerge') || flagOf(element, 'vMerge')) return [];
      const isHead = row === 0 && flagOf(look, 'firstRow') === true;
      const style = new TextStyle(slide, [element], cssColor(slide.colors.named(isHead ? 'bg1' : 'tx1')));
      const paragraphs = readParagraphs(childOf(element, 'txBody'), style, slide.colors, slide.number);
      const columns = numberOf(element, 'gridSpan') ?? 1;
      return [{ element, column, row, columns, rows: numberOf(element, 'rowSpan') ?? 1, paragraphs }];
    }),
  );
}

function sumOf(lengths: readonly number[], from: number, count: number): number {
  return lengths.slice(from, from + count).reduce((sum, length) => sum + length, 0);
}

/** Computes the row heights. Rows grow with their text, as they do during editing. */
function rowHeights(
  painter: SlidePainter,
  table: Element,
  cells: readonly Cell[],
  widths: readonly number[],
): number[] {
  const { pixels, context } = painter;
  const heights = childrenOf(table, 'tr').map((row) => (numberOf(row, 'h') ?? 0) * pixels);
  for (const { row, column, columns, rows, paragraphs } of cells) {
    const room = sumOf(widths, column, columns) - 2 * inset.x * pixels;
    const scale = { pixels, letters: 1, tighter: 0 };
    const { height } = layOutText(context, paragraphs, room, true, scale);
    if (rows === 1) heights[row] = Math.max(heights[row] ?? 0, height + 2 * inset.y * pixels);
  }
  return heights;
}

function fillOf(
  painter: SlidePainter,
  table: Element,
  { element, row }: Cell,
  size: { width: number; height: number },
) {
  const { context, slide } = painter;
  const own = fillIn(childOf(element, 'tcPr'));
  if (own) return paintOf(context, { element: own, placeholder: null }, slide.colors, size);
  const look = childOf(table, 'tblPr');
  if (attributeOf(childOf(look, 'tableStyleId'), 'val') === null && !childOf(look, 'tableStyleId'))
    return null;
  const accent = slide.colors.named('accent1');
  if (row === 0 && flagOf(look, 'firstRow')) return cssColor(accent);
  const isBand = flagOf(look, 'bandRow') === true && row % 2 === 1;
  return cssColor(mixColors(accent, slide.colors.named('bg1'), isBand ? 0.65 : 0.82));
}

function drawBorders(
  painter: SlidePainter,
  cell: Element,
  box: { x: number; y: number; width: number; height: number },
): void {
  const { context, slide, pixels } = painter;
  const { x, y, width, height } = box;
  const edges = {
    lnL: [x, y, x, y + height],
    lnR: [x + width, y, x + width, y + height],
    lnT: [x, y, x + width, y],
    lnB: [x, y + height, x + width, y + height],
  } as const;
  for (const [name, [fromX, fromY, toX, toY]] of Object.entries(edges)) {
    const line = childOf(cell, 'tcPr', name);
    const fill = fillIn(line);
    if (fill?.localName === 'noFill') continue;
    const color = fill && slide.colors.of(fill);
    context.strokeStyle = color ? cssColor(color) : cssColor({ ...slide.colors.named('bg1'), alpha: 0.9 });
    context.lineWidth = Math.max(1, (numberOf(line, 'w') ?? emuPerPoint) * pixels);
    context.beginPath();
    context.moveTo(fromX, fromY);
    context.lineTo(toX, toY);
    context.stroke();
  }
}

/** Draws a table with its box's corner at the context's origin. */
export function drawTable(painter: SlidePainter, table: Element, box: Box): void {
  const { context, pixels } = painter;
  const grid = childrenOf(childOf(table, 'tblGrid'), 'gridCol').map((column) => numberOf(column, 'w') ?? 0);
  const total = sumOf(grid, 0, grid.length);
  const widths = grid.map((width) => (total > 0 ? (width / total) * box.width : 0));
  const cells = cellsOf(painter, table);
  const heights = rowHeights(painter, table, cells, widths);
  for (const cell of cells) {
    const place = {
      x: sumOf(widths, 0, cell.column),
      y: sumOf(heights, 0, cell.row),
      width: sumOf(widths, cell.column, cell.columns),
      height: sumOf(heights, cell.row, cell.rows),
    };
    const paint = fillOf(painter, table, cell, place);
    if (paint !== null) {
      context.fillStyle = paint;
      context.fillRect(place.x, place.y, place.width, place.height);
    }
    drawBorders(painter, cell.element, place);
    const anchor = attributeOf(childOf(cell.element, 'tcPr'), 'anchor');
    const frame = {
      x: place.x + inset.x * pixels,
      y: place.y + inset.y * pixels,
      width: place.width - 2 * inset.x * pixels,
      height: place.height - 2 * inset.y * pixels,
      anchor: anchor === 'ctr' || anchor === 'b' ? anchor : 't',
      isWrapped: true,
      minLetters: 0.5,
    } as const;
    drawText(context, cell.paragraphs, frame, { pixels, letters: 1, tighter: 0 });
  }
}
