import { type Box, type Point, steps } from '../../art/geometry.ts';
import { loadGlyph } from '../../art/glyph.ts';
import { drawGlyph, glyphColors } from '../../art/heroes/hero.ts';
import { circle, polygon, rectangle, ringSlice } from '../../art/shapes.ts';
import { type Hex, mixColors, withoutMiddleTone } from '../../color/color.ts';
import type { ListItem } from '../../content/scene-content.ts';
import type { TextColumn } from '../../text/place-text.ts';
import { column, mainBlock } from '../column.ts';
import { drawBackdrop, makeStage, type Page, readingX } from '../page.ts';

/** Shows three to five things, each on a card of its own colour: side by side in wide frames, else stacked. */
export function listLayout(page: Page, items: readonly ListItem[]): TextColumn[] {
  const { frame, hand } = page;
  drawBackdrop(page);
  return items.map((item, index) => {
    const card = cardBox(page, index, items.length);
    const color = cardColors(page)[index % 5] ?? page.scheme.second;
    const corner = page.look.window === 'rectangle' ? 0 : 3 * frame.unit;
    hand.area(rectangle(card, corner), color, 'panel');
    return frame.isWide ? wideItem(page, item, index, card, color) : tallItem(page, item, index, card, color);
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

function wideItem(page: Page, item: ListItem, index: number, card: Box, color: Hex): TextColumn {
  const { frame } = page;
  const size = Math.min(card.width * 0.6, 33 * frame.unit);
  const middle = card.x + card.width / 2;
  drawSign(page, item, index, { x: middle, y: 0.37 * frame.height }, size, color);
  const half =
    Math.min(card.width / 2 - 1.6 * frame.unit, middle - 0.1 * frame.width, 0.9 * frame.width - middle) /
    frame.width;
  const center = readingX(page, middle / frame.width);
  const block = { ...mainBlock(page, item.text, 7), minSize: 2.8 * frame.unit, maxLines: 2 };
  return column(page, [center - half, 0.59, center + half, 0.745], [block], { align: 'center' });
}

function tallItem(page: Page, item: ListItem, index: number, card: Box, color: Hex): TextColumn {
  const { frame } = page;
  const size = Math.min(card.height * 0.62, 24 * frame.unit);
  drawSign(
    page,
    item,
    index,
    { x: readingX(page, 0.25) * frame.width, y: card.y + card.height / 2 },
    size,
    color,
  );
  const top = card.y + 0.1 * card.height;
  const bottom = card.y + 0.9 * card.height;
  const block = { ...mainBlock(page, item.text, 8.5), minSize: 2.8 * frame.unit, maxLines: 2 };
  return column(page, [0.43, top / frame.height, 0.9, bottom / frame.height], [block], { align: 'start' });
}

/** Draws the thing, or a plain shape if no thing is known. */
function drawSign(page: Page, item: ListItem, index: number, center: Point, size: number, panel: Hex): void {
  const { scheme, hand } = page;
  if (item.glyph) {
    const tint = index % 5 === 4 ? scheme.second : scheme.accent;
    drawGlyph(
      makeStage(page),
      loadGlyph(item.glyph, page.look.lines),
      { x: center.x, y: center.y + size / 2 },
      size,
      glyphColors(scheme, tint),
    );
    return;
  }
  const color = index % 5 === 4 ? scheme.ground : scheme.accent;
  hand.area(plainFigure(index, center, size * 0.42), mixColors(panel, color, 0.92), 'thing');
}

function plainFigure(index: number, { x, y }: Point, radius: number) {
  const corners = steps(3).map((corner) => {
    const angle = -Math.PI / 2 + (corner * Math.PI * 2) / 3;
    return { x: x + radius * 1.15 * Math.cos(angle), y: y + radius * (0.14 + 1.15 * Math.sin(angle)) };
  });
  const figures = [
    circle({ x, y }, radius),
    rectangle({ x: x - radius * 0.86, y: y - radius * 0.86, width: radius * 1.72, height: radius * 1.72 }),
    polygon(corners),
    ringSlice({ x, y: y + radius * 0.45 }, radius * 1.1, 0.001, Math.PI, Math.PI * 2),
    ringSlice({ x, y }, radius, radius * 0.45, 0, Math.PI * 1.9999),
  ];
  return figures[index % figures.length] ?? circle({ x, y }, radius);
}
