import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { MediaError } from '../../media-error.ts';
import type { TaskControl } from '../../task-options.ts';
import type { Deck, DeckPage } from '../document-tools.ts';
import { deckLimits } from '../open-limits.ts';
import { withPdf } from './with-pdf.ts';

interface Line {
  text: string;
  readonly size: number;
}

/** A line is the headline if its letters are larger than the others by at least this factor. */
const headlineRatio = 1.25;
const longestTitle = 200;

async function linesOf(page: PDFPageProxy): Promise<Line[]> {
  const { items } = await page.getTextContent();
  const lines: Line[] = [];
  let isOpen = false;
  for (const item of items) {
    if (!('str' in item)) continue;
    const last = lines.at(-1);
    if (isOpen && last) last.text += item.str;
    else if (item.str.trim() !== '') lines.push({ text: item.str, size: item.height });
    isOpen = !item.hasEOL && item.str !== '' ? true : isOpen && !item.hasEOL;
  }
  return lines.map(({ text, size }) => ({ text: text.replace(/\s+/gu, ' ').trim(), size }));
}

function titleOf(lines: readonly Line[]): string {
  const sizes = lines.map(({ size }) => size).sort((left, right) => left - right);
  const usual = sizes[Math.floor((sizes.length - 1) / 2)] ?? 0;
  const largest = sizes.at(-1) ?? 0;
  if (lines.length > 1 && largest < usual * headlineRatio) return '';
  const headline = lines.filter(({ size }) => size > largest * 0.95).slice(0, 3);
  return headline
    .map(({ text }) => text)
    .join(' ')
    .slice(0, longestTitle);
}

/** Reads the text of a PDF's pages. PDFs have no speaker notes. */
export function readPdfDeck(path: string, control: TaskControl): Promise<Deck> {
  return withPdf(path, control, async (pdf) => {
    if (pdf.numPages > deckLimits.pages) {
      throw new MediaError('media_too_large', `The document has more than ${deckLimits.pages} pages.`);
    }
    const pages: DeckPage[] = [];
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number);
      const lines = await linesOf(page);
      const text = lines.map((line) => line.text).join('\n');
      pages.push({ title: titleOf(lines), text, notes: '' });
      page.cleanup();
      control.progress(number / pdf.numPages);
    }
    return { pages };
  });
}
