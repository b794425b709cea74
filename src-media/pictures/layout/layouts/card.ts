import { placeGlyph } from '../../art/glyph.ts';
import { settings } from '../../art/settings/settings.ts';
import { rectangle } from '../../art/shapes.ts';
import { lightnessOf, mixColors } from '../../color/color.ts';
import { column, labelBlock, mainBlock } from '../column.ts';
import { partOf } from '../frame.ts';
import { drawBackdrop, type Layout, makeStage, type Page, readingX } from '../page.ts';
import { glyphFor } from '../subject.ts';
import { wordsOf } from '../words.ts';

/** Shows a large headline, and its subject cropped huge and faint at the far edge. */
export const cardLayout: Layout = (page) => {
  const { frame, content } = page;
  drawBackdrop(page);
  if (glyphFor(page)) drawCroppedGlyph(page);
  else drawPattern(page);
  const { main, label } = wordsOf(content.message);
  if (!main) return [];
  const right = glyphFor(page) ? 0.61 : 0.54;
  const part = frame.isWide
    ? ([0.1, 0.1, right, 0.78] as const)
    : ([0.1, 0.1, 0.9, frame.isSquarish ? 0.5 : 0.48] as const);
  const size = content.message.kind === 'heading' ? 17 : 14;
  return [
    column(page, part, [mainBlock(page, main, size), labelBlock(page, label)], {
      align: 'start',
      hasMark: true,
    }),
  ];
};

function drawCroppedGlyph(page: Page): void {
  const { frame, hand, scheme } = page;
  const glyph = glyphFor(page);
  if (!glyph) return;
  const size = (frame.isWide ? 1.02 : frame.isSquarish ? 0.52 : 0.6) * frame.height;
  const foot = frame.isWide
    ? { x: readingX(page, 0.93) * frame.width, y: 1.04 * frame.height }
    : { x: readingX(page, 0.68) * frame.width, y: 1.08 * frame.height };
  const placed = placeGlyph(glyph, foot, size);
  hand.area(placed.silhouette, mixColors(scheme.ground, scheme.second, 0.55), 'thing');
  hand.area(placed.tint, mixColors(scheme.ground, scheme.accent, 0.85), 'facet');
  const line = lightnessOf(scheme.ground) > 0.45 ? scheme.near : mixColors(scheme.second, scheme.ink, 0.3);
  hand.area(placed.lines, mixColors(scheme.ground, line, 0.8), 'mark');
}

/** Draws one of the look's own patterns at the far side; in frames that are not wide, below the words. */
function drawPattern(page: Page): void {
  const { frame, hand, look } = page;
  const quiet = look.settings.filter((name) => settings[name].quiet === 'side');
  const { draw } = settings[quiet[page.turn % Math.max(1, quiet.length)] ?? 'stripes'];
  if (frame.isWide) return draw(makeStage(page, { focusX: readingX(page, 0.84) }));
  const box = partOf(frame, 0, 0.5, 1, 1);
  hand.inside(rectangle(box), () => draw(makeStage(page, { box, focusX: 0.6 })));
}
