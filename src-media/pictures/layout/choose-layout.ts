import { mixColors } from '../color/color.ts';
import type { TextColumn } from '../text/place-text.ts';
import { drawBackdrop } from './backdrops.ts';
import { column, mainBlock } from './column.ts';
import { drawGiantLetter } from './giant-letter.ts';
import { comparisonLayout } from './layouts/comparison.ts';
import { figureLayout } from './layouts/figure.ts';
import { listLayout } from './layouts/list.ts';
import { quoteLayout } from './layouts/quote.ts';
import { statementLayout, titleLayout } from './layouts/statement.ts';
import { type Page, readingX } from './page.ts';

/** Shows a question with a giant question mark. */
function questionLayout(page: Page, text: string): TextColumn[] {
  const { frame, scheme } = page;
  drawBackdrop(page);
  const at = frame.isWide
    ? { x: readingX(page, 0.81) * frame.width, y: 0.44 * frame.height }
    : { x: readingX(page, 0.7) * frame.width, y: 0.66 * frame.height };
  const room = frame.isWide
    ? { width: 0.27 * frame.width, height: 0.72 * frame.height }
    : { width: 0.56 * frame.width, height: (frame.isSquarish ? 0.34 : 0.36) * frame.height };
  drawGiantLetter(
    page,
    text.includes('؟') ? '؟' : '?',
    at,
    room,
    mixColors(scheme.ground, scheme.accent, 0.9),
  );
  const part = frame.isWide ? ([0.1, 0.1, 0.64, 0.78] as const) : ([0.1, 0.1, 0.9, 0.44] as const);
  return [column(page, part, [mainBlock(page, text, 12.5)], { align: 'start', hasMark: true })];
}

/** Draws the page in the layout that suits its message. */
export function layOutPage(page: Page): TextColumn[] {
  const { message } = page;
  switch (message.kind) {
    case 'title':
    case 'heading':
      return titleLayout(page);
    case 'figure':
      return figureLayout(page, message.figure);
    case 'quote':
      return quoteLayout(page);
    case 'question':
      return questionLayout(page, message.text);
    case 'list':
      return listLayout(page, message.items);
    case 'comparison':
      return comparisonLayout(page, message.sides);
    case 'statement':
      return statementLayout(page);
  }
}
