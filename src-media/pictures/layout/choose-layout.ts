import { rectangle } from '../art/shapes.ts';
import { mixColors } from '../color/color.ts';
import type { TextColumn } from '../text/place-text.ts';
import { column, labelBlock, mainBlock } from './column.ts';
import { partOf } from './frame.ts';
import { drawGiantLetter } from './giant-letter.ts';
import { cardLayout } from './layouts/card.ts';
import { comparisonLayout } from './layouts/comparison.ts';
import { figureLayout } from './layouts/figure.ts';
import { listLayout } from './layouts/list.ts';
import { posterLayout } from './layouts/poster.ts';
import { quoteLayout } from './layouts/quote.ts';
import { windowLayout } from './layouts/window.ts';
import { heroLayout, sceneryLayout } from './layouts/wordless.ts';
import { type Layout, type Page, drawBackdrop, readingX, makeStage } from './page.ts';
import { glyphFor, heroFor } from './subject.ts';
import { wordsOf } from './words.ts';

/** Shows the subject in one half of the frame, on a separate colour, and the words in the other. */
const splitLayout: Layout = (page) => {
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

/** Shows a question with a giant question mark. */
const questionLayout: Layout = (page) => {
  const { frame, scheme } = page;
  drawBackdrop(page);
  const at = frame.isWide
    ? { x: readingX(page, 0.81) * frame.width, y: 0.44 * frame.height }
    : { x: readingX(page, 0.7) * frame.width, y: 0.66 * frame.height };
  const room = frame.isWide
    ? { width: 0.27 * frame.width, height: 0.72 * frame.height }
    : { width: 0.56 * frame.width, height: (frame.isSquarish ? 0.34 : 0.36) * frame.height };
  const { message } = page.content;
  const sign = message.kind === 'question' && message.text.includes('؟') ? '؟' : '?';
  drawGiantLetter(page, sign, at, room, mixColors(scheme.ground, scheme.accent, 0.9));
  const { main, label } = wordsOf(page.content.message);
  if (!main) return [];
  const part = frame.isWide ? ([0.1, 0.1, 0.64, 0.78] as const) : ([0.1, 0.1, 0.9, 0.44] as const);
  return [
    column(page, part, [mainBlock(page, main, 12.5), labelBlock(page, label)], {
      align: 'start',
      hasMark: true,
    }),
  ];
};

/** Layouts that plain statements use in turn, so that neighbours differ. */
const statementTurns: readonly [Layout, ...Layout[]] = [
  posterLayout,
  splitLayout,
  sceneryLayout,
  windowLayout,
  heroLayout,
  cardLayout,
];

/** Draws the page in the layout that suits its message. */
export function layOutPage(page: Page): TextColumn[] {
  const { message } = page.content;
  switch (message.kind) {
    case 'title':
      return posterLayout(page);
    case 'heading':
      return cardLayout(page);
    case 'figure':
      return figureLayout(page, message.figure);
    case 'quote':
      return quoteLayout(page);
    case 'question':
      return questionLayout(page);
    case 'list':
      return listLayout(page, message.items);
    case 'comparison':
      return comparisonLayout(page, message.sides);
    case 'statement':
      return statementLayout(page, message.text)(page);
  }
}

function statementLayout(page: Page, text: string | null): Layout {
  if (text === null) return page.turn % 2 === 0 ? heroLayout : sceneryLayout;
  return statementTurns[page.turn % statementTurns.length] ?? posterLayout;
}
