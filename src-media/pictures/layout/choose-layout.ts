import type { TextColumn } from '../text/place-text.ts';
import { cardLayout } from './layouts/card.ts';
import { comparisonLayout } from './layouts/comparison.ts';
import { figureLayout } from './layouts/figure.ts';
import { listLayout } from './layouts/list.ts';
import { posterLayout } from './layouts/poster.ts';
import { questionLayout } from './layouts/question.ts';
import { quoteLayout } from './layouts/quote.ts';
import { splitLayout } from './layouts/split.ts';
import { windowLayout } from './layouts/window.ts';
import { heroLayout, sceneryLayout } from './layouts/wordless.ts';
import type { Layout, Page } from './page.ts';

/** Plain statements take these in turn, so that no two neighbours are made alike. */
const statementTurns: readonly [Layout, ...Layout[]] = [
  posterLayout,
  splitLayout,
  sceneryLayout,
  windowLayout,
  heroLayout,
  cardLayout,
];

/** Draws the page in the layout that suits what it has to say. */
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
