import { describeDocument, isAnimation } from './description/describe-document.ts';
import { readDeck, renderDeckPage } from './read-deck.ts';
import { drawThemedPage } from './themed/draw-themed-page.ts';

/** Tasks that read and draw documents. */
export const documentTasks = {
  documentOpen: readDeck,
  documentRenderPage: renderDeckPage,
  documentDescribe: describeDocument,
  documentIsAnimation: isAnimation,
  documentDrawThemedPage: drawThemedPage,
};
