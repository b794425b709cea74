import type { TaskControl } from '../task-options.ts';
import { deckKindOf } from './deck-kind.ts';
import type { Deck, RenderPageRequest } from './document-tools.ts';
import { drawPage } from './draw-page.ts';
import { readPdfDeck } from './pdf/read-pdf-deck.ts';
import { readSlideDeck } from './slides/read-slide-deck.ts';
import { writePage } from './write-page.ts';

/** Reads the text of a deck's pages. */
export async function readDeck(path: string, control: TaskControl): Promise<Deck> {
  return (await deckKindOf(path)) === 'pdf' ? readPdfDeck(path, control) : readSlideDeck(path, control);
}

/** Draws a page unchanged and writes it as PNG. */
export async function renderDeckPage(request: RenderPageRequest, control: TaskControl): Promise<null> {
  const { path, pageIndex, outputPath } = request;
  const frame = { width: request.width, height: request.height };
  await writePage(await drawPage(path, pageIndex, frame, control), frame, outputPath);
  return null;
}
