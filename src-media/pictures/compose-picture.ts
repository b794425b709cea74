import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { isRightToLeft } from '../fonts/font-families.ts';
import type { DrawPictureRequest } from '../media-engine.ts';
import { makeHand } from './art/hands/make-hand.ts';
import { analyzeScene } from './content/analyze-scene.ts';
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
  const sceneIndex = request.sceneIndex + variant;
  const seed = `${projectTitle}\n${styleText}`;
  const look = tuneLook(chooseLook(styleText, seed), styleText);
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext('2d');
  const frame = makeFrame(width, height);
  const [scheme, otherScheme] = schemesFor(look.schemes, sceneIndex, seed);
  const sceneSeed = `${seed}\n${sceneIndex}\n${scene.text}${variant === 0 ? '' : `\n${variant}`}`;
  const hand = makeHand(look.hand, { ctx, scheme, width, height, unit: frame.unit, seed: sceneSeed });
  const page: Page = {
    frame,
    look,
    scheme,
    otherScheme,
    content: analyzeScene(request),
    projectTitle,
    turn: sceneIndex + (hashText(seed) % 6),
    isRightToLeft: isRightToLeft(scene.text || projectTitle),
    seed: sceneSeed,
    ctx,
    hand,
  };
  const columns = layOutPage(page);
  hand.finish();
  applyFinish(ctx, width, height, look.finish, seed);
  const placed = columns.flatMap((column) => placeColumn(ctx, column, languageCode));
  return { canvas, ctx, texts: inkTexts(ctx, placed, scheme, frame.unit) };
}

/** Returns this scene's scheme and a contrasting one. Scenes use the look's schemes in turn, shifted each round. */
function schemesFor(
  schemes: readonly [Scheme, Scheme, Scheme],
  sceneIndex: number,
  seed: string,
): [Scheme, Scheme] {
  const start = sceneIndex === 0 ? 0 : sceneIndex + Math.floor(sceneIndex / 6) + (hashText(seed, 7) % 3);
  const at = (index: number) => schemes[index % 3] ?? schemes[0];
  return [at(start), at(start + 1)];
}
