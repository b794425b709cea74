import { settings } from '../../art/settings/settings.ts';
import { type Layout, makeStage, readingX } from '../page.ts';
import { glyphFor, heroFor, propFor, settingFor } from '../subject.ts';

/** Shows a place over the whole frame, without words. */
export const sceneryLayout: Layout = (page) => {
  const setting = settingFor(page);
  const focusX = readingX(page, page.frame.isWide ? (page.turn % 2 === 0 ? 0.62 : 0.38) : 0.5);
  settings[setting].draw(makeStage(page, { focusX, horizon: 0.56, prop: propFor(page, setting) }));
  return [];
};

/** Shows the subject of the words alone in the middle. */
export const heroLayout: Layout = (page) => {
  const glyph = glyphFor(page);
  if (!glyph) return sceneryLayout(page);
  heroFor(page)(makeStage(page, { focusX: 0.5 }), glyph);
  return [];
};
