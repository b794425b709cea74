import { type Glyph, loadGlyph } from '../art/glyph.ts';
import type { Hero } from '../art/heroes/hero.ts';
import { heroes } from '../art/heroes/heroes.ts';
import { type QuietPart, type SettingName, settings } from '../art/settings/settings.ts';
import type { Page } from './page.ts';

/** Things that can appear small in a landscape at a natural size. */
const standingThings = new Set(
  'sailboat lighthouse balloon fish house castle-turret barn tractor carrot bread solar-panel horse cow bird butterfly bug-beetle tent campfire cactus windmill airplane-tilt umbrella car-profile bicycle truck rocket ghost door-open crown film-slate video-camera mask-happy guitar microphone-stage robot laptop code plug lightning shield-check game-controller rocket-launch map-pin lightbulb sun-horizon peace flower-lotus'.split(
    ' ',
  ),
);

/** Returns the setting of a picture: the one its words name, else one of the look's own in turn. */
export function settingFor(
  page: Page,
  quiet: readonly QuietPart[] = ['sky', 'side', 'nowhere'],
): SettingName {
  const isQuiet = (name: SettingName) => quiet.includes(settings[name].quiet);
  const named = page.content.concepts
    .map((concept) => concept.setting)
    .find((name) => name !== null && isQuiet(name));
  return named ?? inTurn(page.look.settings.filter(isQuiet), page.turn) ?? 'hills';
}

/** True if the words themselves name a place. */
export function namesPlace(page: Page): boolean {
  return page.content.concepts.some((concept) => concept.setting !== null);
}

/** Returns the thing the words mention; null if they name none. */
export function glyphFor(page: Page): Glyph | null {
  const concept = page.content.concepts[0];
  return concept ? loadGlyph(concept.glyph, page.look.lines) : null;
}

/** Returns the thing as a small shape for the landscape where it belongs. */
export function propFor(page: Page, setting: SettingName): Glyph | null {
  const concept = page.content.concepts.find(
    ({ glyph, setting: own }) => own === setting && standingThings.has(glyph),
  );
  return concept ? loadGlyph(concept.glyph, page.look.lines) : null;
}

export function heroFor(page: Page): Hero {
  return heroes[inTurn(page.look.heroes, page.turn) ?? 'disc'];
}

function inTurn<T>(choices: readonly T[], turn: number): T | undefined {
  return choices[turn % choices.length];
}
