import { drawBackdrop } from '../backdrops.ts';
import { column, labelBlock, mainBlock } from '../column.ts';
import { drawGiantLetter } from '../giant-letter.ts';
import { type Layout, readingX } from '../page.ts';

/** Shows a quote under a large quotation mark. */
export const quoteLayout: Layout = (page) => {
  const { frame, look, message } = page;
  drawBackdrop(page);
  if (message.kind !== 'quote') return [];
  const isCentered = look.isCentered;
  const start = isCentered ? 0.5 : 0.1;
  const size = 13 * frame.unit;
  const aside = isCentered ? 0 : (page.isRightToLeft ? -1 : 1) * size * 0.62;
  const at = {
    x: readingX(page, start) * frame.width + aside,
    y: (frame.isWide ? 0.18 : 0.15) * frame.height,
  };
  drawGiantLetter(page, '“', at, { width: 2 * size, height: size }, page.scheme.accent);
  const part = frame.isWide
    ? ([0.1, 0.29, isCentered ? 0.9 : 0.86, 0.78] as const)
    : ([0.1, 0.25, 0.9, 0.68] as const);
  const words = { ...mainBlock(page, message.text, 11, look.type.quote), maxLines: frame.isWide ? 4 : 8 };
  return [column(page, part, [words, labelBlock(page, message.speaker, 4.4)], { gap: 5, anchor: 'top' })];
};
