import { heroes } from '../../art/heroes/heroes.ts';
import { type SettingName, settings } from '../../art/settings/settings.ts';
import { withReadableSky } from '../../look/scheme.ts';
import { column, labelBlock, mainBlock } from '../column.ts';
import { type Layout, makeStage, type Page, readingX } from '../page.ts';
import { glyphFor, propFor, settingFor } from '../subject.ts';
import { wordsOf } from '../words.ts';

/** Settings with something high in the sky, which leaves no room for words. */
const fullSkies: ReadonlySet<SettingName> = new Set(['night', 'snow', 'rain']);

/** Shows a landscape over the whole frame with words in its sky. If they name no place, their subject is in it. */
export const posterLayout: Layout = (page) => {
  const setting = settingFor(page, ['sky']);
  const isOnTopic = page.content.concepts[0]?.setting === setting;
  const glyph = isOnTopic ? null : glyphFor(page);
  const isCentered = page.look.isCentered && glyph === null && !(page.frame.isWide && fullSkies.has(setting));
  const horizon = isCentered || !page.frame.isWide ? 0.7 : 0.64;
  const stage = {
    ...makeStage(page, { horizon, prop: propFor(page, setting), scheme: withReadableSky(page.scheme) }),
  };
  if (glyph) heroes.landscape({ ...stage, focusX: focusFor(page, 0.77) }, glyph);
  else settings[setting].draw({ ...stage, focusX: focusFor(page, isCentered ? 0.6 : 0.73) });
  return wordsInSky(page, isCentered, glyph !== null);
};

function focusFor(page: Page, x: number): number {
  return page.frame.isWide ? readingX(page, x) : 0.56;
}

function wordsInSky(page: Page, isCentered: boolean, hasHero: boolean) {
  const { main, label } = wordsOf(page.content.message);
  if (!main) return [];
  const right = isCentered ? 0.9 : hasHero ? 0.53 : 0.58;
  const part = page.frame.isWide
    ? ([0.1, 0.12, right, isCentered ? 0.44 : 0.53] as const)
    : ([0.1, 0.11, 0.9, hasHero ? 0.36 : 0.42] as const);
  const size = page.content.message.kind === 'title' ? 19 : 12.5;
  const align = isCentered || (!page.frame.isWide && page.look.isCentered) ? 'center' : 'start';
  return [
    column(page, part, [mainBlock(page, main, size), labelBlock(page, label)], { anchor: 'top', align }),
  ];
}
