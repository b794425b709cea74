import { loadGlyph } from '../../art/glyph.ts';
import { heroes } from '../../art/heroes/heroes.ts';
import { settings } from '../../art/settings/settings.ts';
import { rectangle } from '../../art/shapes.ts';
import type { ListItem } from '../../content/scene-content.ts';
import type { TextColumn } from '../../text/place-text.ts';
import { column, mainBlock } from '../column.ts';
import { partOf } from '../frame.ts';
import { makeStage, type Page, readingX } from '../page.ts';

/** Shows two things on separate backgrounds: side by side in wide frames, else one below the other. */
export function comparisonLayout(page: Page, sides: readonly [ListItem, ListItem]): TextColumn[] {
  const { frame, hand, scheme, otherScheme } = page;
  return sides.map((side, index) => {
    const ground = index === 0 ? scheme : otherScheme;
    const half = halfOf(page, index);
    hand.inside(rectangle(half.panel), () => {
      hand.sky(half.panel, ground.ground, ground.ground);
      const stage = makeStage(page, { box: half.place, focusX: 0.5, scheme: ground });
      if (side.glyph) heroes.disc(stage, loadGlyph(side.glyph, page.look.lines));
      else settings.rays.draw(stage);
    });
    return column(page, half.words, [mainBlock(page, side.text, frame.isWide ? 9 : 8)], { align: 'center' });
  });
}

/** Returns the panel of a side, the area of its thing and the area of its name. */
function halfOf(page: Page, index: number) {
  const { frame } = page;
  if (!frame.isWide) {
    const top = index * 0.5;
    const words = index === 0 ? ([0.1, 0.1, 0.9, 0.16] as const) : ([0.1, 0.53, 0.9, 0.59] as const);
    return {
      panel: partOf(frame, 0, top, 1, top + 0.5),
      place: partOf(frame, 0, top + 0.14 - index * 0.04, 1, top + 0.54),
      words,
    };
  }
  const [from, to] = [readingX(page, index * 0.5), readingX(page, index * 0.5 + 0.5)].toSorted(
    (a, b) => a - b,
  );
  const words = index === 0 ? ([0.1, 0.1, 0.44, 0.2] as const) : ([0.56, 0.1, 0.9, 0.2] as const);
  return {
    panel: partOf(frame, from ?? 0, 0, to ?? 1, 1),
    place: partOf(frame, from ?? 0, 0.24, to ?? 1, 1),
    words,
  };
}
