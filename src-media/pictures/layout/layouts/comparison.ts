import { rectangle } from '../../art/shapes.ts';
import type { ListItem } from '../../content/scene-content.ts';
import type { TextColumn } from '../../text/place-text.ts';
import { column, mainBlock, type Part } from '../column.ts';
import { partOf } from '../frame.ts';
import { drawThing, type Page, readingX } from '../page.ts';

/** Shows two sides on separate grounds: side by side in wide frames, else one below the other. */
export function comparisonLayout(page: Page, sides: readonly [ListItem, ListItem]): TextColumn[] {
  const { frame, hand, scheme, otherScheme } = page;
  const hasThings = sides.every(({ glyph }) => glyph !== null);
  return sides.map((side, index) => {
    const colors = index === 0 ? scheme : otherScheme;
    const half = halfOf(page, index, hasThings);
    hand.area(rectangle(half.panel), colors.ground, 'panel');
    if (hasThings && side.glyph) drawThing(page, side.glyph, half.place, colors);
    return column(page, half.words, [mainBlock(page, side.text, frame.isWide ? 10 : 8)], { align: 'center' });
  });
}

/** Returns the panel of a side, the area of its thing and the area of its name. */
function halfOf(page: Page, index: number, hasThings: boolean) {
  const { frame } = page;
  if (!frame.isWide) {
    const top = index * 0.5;
    const place = index === 0 ? partOf(frame, 0.25, 0.2, 0.75, 0.46) : partOf(frame, 0.25, 0.6, 0.75, 0.77);
    const words: Part = hasThings
      ? [0.1, top + (index === 0 ? 0.1 : 0.53), 0.9, top + (index === 0 ? 0.18 : 0.59)]
      : [0.1, top + 0.1, 0.9, index === 0 ? 0.45 : 0.77];
    return { panel: partOf(frame, 0, top, 1, top + 0.5), place, words };
  }
  const [from = 0, to = 1] = [readingX(page, index * 0.5), readingX(page, index * 0.5 + 0.5)].toSorted(
    (a, b) => a - b,
  );
  const bottom = hasThings ? 0.24 : 0.78;
  const words: Part = index === 0 ? [0.1, 0.1, 0.44, bottom] : [0.56, 0.1, 0.9, bottom];
  return {
    panel: partOf(frame, from, 0, to, 1),
    place: partOf(frame, from + 0.1, 0.3, to - 0.1, 0.76),
    words,
  };
}
