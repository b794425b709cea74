import type { Box, Point } from '../../art/geometry.ts';
import { rectangle } from '../../art/shapes.ts';
import { type Hex, mixColors, withoutMiddleTone } from '../../color/color.ts';
import type { ListItem } from '../../content/scene-content.ts';
import type { TextColumn } from '../../text/place-text.ts';
import { fillGround } from '../backdrops.ts';
import { column, mainBlock } from '../column.ts';
import { drawThing, type Page, readingX } from '../page.ts';

/**
 * Shows three to five things, each on a card of its own colour: side by side in wide frames, else stacked. They are
 * drawn only if all of them can be.
 */
export function listLayout(page: Page, items: readonly ListItem[]): TextColumn[] {
  const { frame, hand } = page;
  fillGround(page, page.scheme.ground);
  const hasThings = items.every(({ glyph }) => glyph !== null);
  return items.map((item, index) => {
    const card = cardBox(page, index, items.length);
    const color = cardColors(page)[index % 5] ?? page.scheme.second;
    const corner = 2.4 * frame.unit;
    hand.area(rectangle(card, corner), color, 'panel');
    return frame.isWide ? wideItem(page, item, card, hasThings) : tallItem(page, item, card, hasThings);
  });
}

function cardBox({ frame, isRightToLeft }: Page, index: number, count: number): Box {
  const gap = 2.2 * frame.unit;
  if (frame.isWide) {
    const pitch = (0.86 * frame.width + gap) / count;
    const place = isRightToLeft ? count - 1 - index : index;
    return {
      x: 0.07 * frame.width + place * pitch,
      y: 0.12 * frame.height,
      width: pitch - gap,
      height: 0.64 * frame.height,
    };
  }
  const pitch = (0.68 * frame.height + gap) / count;
  return {
    x: 0.07 * frame.width,
    y: 0.09 * frame.height + index * pitch,
    width: 0.86 * frame.width,
    height: pitch - gap,
  };
}

function cardColors({ scheme, otherScheme }: Page): Hex[] {
  const { ground, second, third, accent } = scheme;
  const colors: Hex[] = [
    mixColors(ground, second, 0.8),
    mixColors(ground, third, 0.8),
    otherScheme.ground,
    mixColors(ground, second, 0.4),
    mixColors(ground, accent, 0.8),
  ];
  return colors.map(withoutMiddleTone);
}

function wideItem(page: Page, item: ListItem, card: Box, hasThings: boolean): TextColumn {
  const { frame } = page;
  const size = Math.min(card.width * 0.6, 33 * frame.unit);
  const middle = card.x + card.width / 2;
  if (hasThings) drawSign(page, item, { x: middle, y: 0.37 * frame.height }, size);
  const half =
    Math.min(card.width / 2 - 1.6 * frame.unit, middle - 0.1 * frame.width, 0.9 * frame.width - middle) /
    frame.width;
  const center = readingX(page, middle / frame.width);
  const block = { ...mainBlock(page, item.text, hasThings ? 7 : 9), minSize: 2.8 * frame.unit, maxLines: 3 };
  const top = hasThings ? 0.59 : 0.16;
  return column(page, [center - half, top, center + half, 0.745], [block], { align: 'center' });
}

function tallItem(page: Page, item: ListItem, card: Box, hasThings: boolean): TextColumn {
  const { frame } = page;
  const size = Math.min(card.height * 0.62, 24 * frame.unit);
  if (hasThings)
    drawSign(page, item, { x: readingX(page, 0.25) * frame.width, y: card.y + card.height / 2 }, size);
  const top = card.y + 0.1 * card.height;
  const bottom = card.y + 0.9 * card.height;
  const block = { ...mainBlock(page, item.text, 8.5), minSize: 2.8 * frame.unit, maxLines: 2 };
  return column(page, [hasThings ? 0.43 : 0.13, top / frame.height, 0.9, bottom / frame.height], [block], {
    align: 'start',
  });
}

/** Draws the thing of an item. */
function drawSign(page: Page, item: ListItem, center: Point, size: number): void {
  if (!item.glyph) return;
  const box = { x: center.x - size / 2, y: center.y - size / 2, width: size, height: size };
  drawThing(page, item.glyph, box);
}
