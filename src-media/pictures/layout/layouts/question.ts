import { mixColors } from '../../color/color.ts';
import { column, labelBlock, mainBlock } from '../column.ts';
import { drawGiantLetter } from '../giant-letter.ts';
import { drawBackdrop, type Layout, readingX } from '../page.ts';
import { wordsOf } from '../words.ts';

/** A question, its mark as tall as the picture beside it. */
export const questionLayout: Layout = (page) => {
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
