import { settings } from '../../art/settings/settings.ts';
import { mixColors } from '../../color/color.ts';
import { column, labelBlock, mainBlock } from '../column.ts';
import { drawGiantLetter } from '../giant-letter.ts';
import { drawBackdrop, type Layout, makeStage, type Page, readingX } from '../page.ts';
import { namesPlace, settingFor } from '../subject.ts';
import { wordsOf } from '../words.ts';

/** Shows a quote under a large quotation mark, low over the place it mentions. */
export const quoteLayout: Layout = (page) => {
  const { frame, look } = page;
  drawPlace(page);
  const isCentered = look.isCentered;
  const start = isCentered ? 0.5 : 0.1;
  const size = 13 * frame.unit;
  const aside = isCentered ? 0 : (page.isRightToLeft ? -1 : 1) * size * 0.62;
  const at = {
    x: readingX(page, start) * frame.width + aside,
    y: (frame.isWide ? 0.18 : 0.15) * frame.height,
  };
  drawGiantLetter(page, '“', at, { width: 2 * size, height: size }, page.scheme.accent);
  const { main, label } = wordsOf(page.content.message);
  if (!main) return [];
  const part = frame.isWide
    ? ([0.1, 0.29, isCentered ? 0.9 : 0.86, 0.78] as const)
    : ([0.1, 0.25, 0.9, 0.68] as const);
  const words = { ...mainBlock(page, main, 11, look.type.quote), maxLines: frame.isWide ? 4 : 8 };
  return [column(page, part, [words, labelBlock(page, label, 4.4)], { gap: 5, anchor: 'top' })];
};

function drawPlace(page: Page): void {
  if (!namesPlace(page)) return drawBackdrop(page);
  const setting = settingFor(page, ['sky']);
  const { scheme } = page;
  const plainScheme = {
    ...scheme,
    skyTop: scheme.ground,
    skyBottom: mixColors(scheme.ground, scheme.skyBottom, 0.5),
  };
  settings[setting].draw(
    makeStage(page, {
      focusX: readingX(page, 0.8),
      horizon: page.frame.isWide ? 0.84 : 0.9,
      scheme: plainScheme,
    }),
  );
}
