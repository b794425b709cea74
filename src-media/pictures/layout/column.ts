import type { TextBlock, TextColumn } from '../text/place-text.ts';
import type { TypeStyle } from '../text/type-style.ts';
import { partOf, textArea } from './frame.ts';
import { type Page, readingX } from './page.ts';

/** Left, top, right and bottom as shares of the frame, for left-to-right reading. */
export type Part = readonly [number, number, number, number];

interface ColumnWish {
  readonly anchor?: TextColumn['anchor'];
  readonly align?: TextColumn['align'];
  /** True to show the look's mark above the words. */
  readonly hasMark?: boolean;
  /** Space between blocks, in units. */
  readonly gap?: number;
}

/** Returns a column of text in a part of the frame, clipped to the area where words may stand. */
export function column(
  page: Page,
  part: Part,
  blocks: readonly (TextBlock | null)[],
  wish: ColumnWish = {},
): TextColumn {
  const [left, top, right, bottom] = part;
  const [from, to] = [readingX(page, left), readingX(page, right)].toSorted((a, b) => a - b);
  const asked = partOf(page.frame, from ?? left, top, to ?? right, bottom);
  const area = textArea(page.frame);
  const x = Math.max(asked.x, area.x);
  const y = Math.max(asked.y, area.y);
  return {
    box: {
      x,
      y,
      width: Math.min(asked.x + asked.width, area.x + area.width) - x,
      height: Math.min(asked.y + asked.height, area.y + area.height) - y,
    },
    align: wish.align ?? (page.look.isCentered ? 'center' : 'start'),
    isRightToLeft: page.isRightToLeft,
    mark: wish.hasMark ? markOf(page) : null,
    anchor: wish.anchor ?? 'middle',
    gap: (wish.gap ?? 3.4) * page.frame.unit,
    blocks: blocks.filter((block) => block !== null),
  };
}

function markOf({ look, frame, scheme }: Page): TextColumn['mark'] {
  if (look.mark === 'none') return null;
  const [width, height] = look.mark === 'rule' ? [9, 0.6] : [3.2, 3.2];
  return { width: width * frame.unit, height: height * frame.unit, color: scheme.accent };
}

/** Returns the block that is read first. `size` is the largest letter size, in units. */
export function mainBlock(
  page: Page,
  text: string,
  size: number,
  style: TypeStyle = page.look.type.headline,
): TextBlock {
  const scale = sizeScale(style);
  return {
    text,
    style,
    color: 'ink',
    maxSize: size * scale * page.frame.unit,
    minSize: 4.4 * scale * page.frame.unit,
    maxLines: 4,
    isMain: true,
  };
}

/** Returns a block of smaller accompanying words; null if there are none. */
export function labelBlock(page: Page, text: string | null, size = 3.9): TextBlock | null {
  if (!text) return null;
  const style = page.look.type.label;
  const scale = style.isCapitals ? 0.78 : style.face === 'hand' ? 1.35 : 1;
  return {
    text,
    style,
    color: 'soft',
    maxSize: size * scale * page.frame.unit,
    minSize: 2.5 * page.frame.unit,
    maxLines: 3,
    isMain: false,
  };
}

/** Compensates for the different visual size of faces. */
function sizeScale(style: TypeStyle): number {
  if (style.face === 'hand') return 1.3;
  if (style.isCapitals) return style.face === 'condensed' ? 1.02 : 0.74;
  if (style.face === 'mono') return 0.84;
  return 1;
}
