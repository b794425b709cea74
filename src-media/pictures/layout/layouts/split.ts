import { rectangle } from '../../art/shapes.ts';
import { column, labelBlock, mainBlock } from '../column.ts';
import { partOf } from '../frame.ts';
import { type Layout, makeStage, readingX } from '../page.ts';
import { glyphFor, heroFor } from '../subject.ts';
import { wordsOf } from '../words.ts';
import { windowLayout } from './window.ts';

/** Half the frame for the thing the words speak of, on a colour of its own; half for the words. */
export const splitLayout: Layout = (page) => {
  const { frame, hand, scheme, otherScheme } = page;
  const glyph = glyphFor(page);
  if (!glyph) return windowLayout(page);
  hand.sky(frame.box, scheme.ground, scheme.ground);
  const isFlipped = frame.isWide && page.turn % 2 === 0;
  const [from, to] = [readingX(page, isFlipped ? 0 : 0.5), readingX(page, isFlipped ? 0.5 : 1)].toSorted(
    (a, b) => a - b,
  );
  const box = frame.isWide ? partOf(frame, from ?? 0.5, 0, to ?? 1, 1) : partOf(frame, 0, 0.4, 1, 1);
  hand.inside(rectangle(box), () =>
    heroFor(page)(makeStage(page, { box, focusX: 0.5, scheme: otherScheme }), glyph),
  );
  const { main, label } = wordsOf(page.content.message);
  if (!main) return [];
  const part = frame.isWide
    ? isFlipped
      ? ([0.56, 0.1, 0.9, 0.78] as const)
      : ([0.1, 0.1, 0.45, 0.78] as const)
    : ([0.1, 0.1, 0.9, 0.35] as const);
  return [column(page, part, [mainBlock(page, main, 12), labelBlock(page, label)], { hasMark: true })];
};
