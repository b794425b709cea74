import { isRightToLeft } from '../fonts/font-families.ts';
import type { DrawPictureRequest } from '../media-engine.ts';
import { analyzeScene } from './content/analyze-scene.ts';
import { freshGlyph } from './content/fresh-glyph.ts';
import { type PaintedPage, paintPage } from './layout/paint-page.ts';
import { chooseLook } from './look/choose-look.ts';
import type { Scheme } from './look/scheme.ts';
import { tuneLook } from './look/tune-look.ts';
import { hashText } from './random.ts';

export type PictureRequest = Omit<DrawPictureRequest, 'outputPath'>;

/** Paints the picture of a scene without its text. The same request always gives the same picture. */
export function composePicture(request: PictureRequest): PaintedPage {
  const { width, height, projectTitle, styleText, languageCode, scene, variant = 0 } = request;
  const turn = request.sceneIndex + variant;
  const seed = `${projectTitle}\n${styleText}`;
  const look = tuneLook(chooseLook(styleText, seed), styleText);
  const [scheme, otherScheme] = schemesFor(look.schemes, sectionOf(request) + variant, seed);
  const content = analyzeScene(request);
  return paintPage({
    width,
    height,
    languageCode,
    seed,
    handSeed: `${seed}\n${turn}`,
    look,
    scheme,
    otherScheme,
    message: content.message,
    glyph: freshGlyph(request, content.glyphs),
    turn: turn + (hashText(seed) % 6),
    isRightToLeft: isRightToLeft(scene.text || projectTitle),
  });
}

/** Returns the number of headings and paragraphs that begin up to a scene. */
function sectionOf({ scene, previousScenes = [] }: PictureRequest): number {
  return [...previousScenes, scene].filter(({ isHeading, startsParagraph }) => isHeading || startsParagraph)
    .length;
}

/** Returns the scheme of a section and a contrasting one. Sections use the look's schemes in turn. */
function schemesFor(
  schemes: readonly [Scheme, Scheme, Scheme],
  section: number,
  seed: string,
): [Scheme, Scheme] {
  const start = section + (hashText(seed, 7) % 3);
  const at = (index: number) => schemes[index % 3] ?? schemes[0];
  return [at(start), at(start + 1)];
}
