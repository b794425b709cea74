import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { isRightToLeft } from '../fonts/font-families.ts';
import type { DrawPictureRequest } from '../media-engine.ts';
import { makeHand } from './art/hands/make-hand.ts';
import { analyzeScene } from './content/analyze-scene.ts';
import { freshGlyph } from './content/fresh-glyph.ts';
import { applyFinish } from './finish/apply-finish.ts';
import { layOutPage } from './layout/choose-layout.ts';
import { makeFrame } from './layout/frame.ts';
import type { Page } from './layout/page.ts';
import { chooseLook } from './look/choose-look.ts';
import type { Scheme } from './look/scheme.ts';
import { tuneLook } from './look/tune-look.ts';
import { hashText } from './random.ts';
import { type InkedText, inkTexts } from './text/ink-texts.ts';
import { placeColumn } from './text/place-text.ts';

export type PictureRequest = Omit<DrawPictureRequest, 'outputPath'>;

/** A picture painted without its text, and the text placed and coloured. */
export interface ComposedPicture {
  readonly canvas: Canvas;
  readonly ctx: SKRSContext2D;
  readonly texts: readonly InkedText[];
}

/** Paints the picture of a scene without its text. The same request always gives the same picture. */
export function composePicture(request: PictureRequest): ComposedPicture {
  const { width, height, projectTitle, styleText, languageCode, scene, variant = 0 } = request;
  const turn = request.sceneIndex + variant;
  const seed = `${projectTitle}\n${styleText}`;
  const look = tuneLook(chooseLook(styleText, seed), styleText);
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext('2d');
  const frame = makeFrame(width, height);
  const [scheme, otherScheme] = schemesFor(look.schemes, sectionOf(request) + variant, seed);
  const hand = makeHand(look.hand, {
    ctx,
    scheme,
    width,
    height,
    unit: frame.unit,
    seed: `${seed}\n${turn}`,
  });
  const content = analyzeScene(request);
  const page: Page = {
    frame,
    look,
    scheme,
    otherScheme,
    message: content.message,
    glyph: freshGlyph(request, content.glyphs),
    turn: turn + (hashText(seed) % 6),
    isRightToLeft: isRightToLeft(scene.text || projectTitle),
    ctx,
    hand,
  };
  const columns = layOutPage(page);
  hand.finish();
  applyFinish(ctx, width, height, look.finish, seed);
  const placed = columns.flatMap((column) => placeColumn(ctx, column, languageCode));
  return { canvas, ctx, texts: inkTexts(ctx, placed, scheme, frame.unit) };
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
