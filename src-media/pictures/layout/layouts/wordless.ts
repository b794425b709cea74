import { settings } from '../../art/settings/settings.ts';
import { type Layout, makeStage, readingX } from '../page.ts';
import { glyphFor, heroFor, propFor, settingFor } from '../subject.ts';

/** A place over the whole frame and nothing else: the voice does the talking. */
export const sceneryLayout: Layout = (page) => {
  const setting = settingFor(page);
  const focusX = readingX(page, page.frame.isWide ? (page.turn % 2 === 0 ? 0.62 : 0.38) : 0.5);
  settings[setting].draw(makeStage(page, { focusX, horizon: 0.56, prop: propFor(page, setting) }));
  return [];
};

/** The thing the words speak of, alone in the middle. */
export const heroLayout: Layout = (page) => {
  const glyph = glyphFor(page);
  if (!glyph) return sceneryLayout(page);
  heroFor(page)(makeStage(page, { focusX: 0.5 }), glyph);
  return [];
};
