import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { type HandName, makeHand } from '../../pictures/art/hands/make-hand.ts';
import { settings } from '../../pictures/art/settings/settings.ts';
import { lightnessOf } from '../../pictures/color/color.ts';
import { analyzeScene } from '../../pictures/content/analyze-scene.ts';
import { applyFinish } from '../../pictures/finish/apply-finish.ts';
import { makeFrame } from '../../pictures/layout/frame.ts';
import { makeStage, type Page } from '../../pictures/layout/page.ts';
import { glyphFor, heroFor, namesPlace, propFor, settingFor } from '../../pictures/layout/subject.ts';
import { chooseLook } from '../../pictures/look/choose-look.ts';
import type { Look } from '../../pictures/look/look.ts';
import { tuneLookToPrompt } from '../../pictures/look/tune-look-to-prompt.ts';
import { turnOf } from '../../pictures/random.ts';
import { layersOf, makeRecordedHand } from './recorded-hand.ts';

/** A part of a picture at one distance. Rows above `top` are empty. */
interface SceneLayer {
  readonly canvas: Canvas;
  readonly top: number;
}

/** A picture split by distance into layers of one size, from far to near. The farthest is opaque. */
export interface LayeredScene {
  readonly layers: readonly SceneLayer[];
  readonly width: number;
  readonly height: number;
  /** Kind of movement within the picture. */
  readonly motion: 'water' | 'clouds' | 'none';
  /** Position of the light, as shares of the width and height. */
  readonly light: { readonly x: number; readonly y: number; readonly color: string };
  /** Darkening of the corners, 0 to 1. */
  readonly vignette: number;
}

const maxLayers = 4;
/** Hands whose layers can be stacked; the others need the picture as a whole. */
const layeredHands: ReadonlySet<HandName> = new Set<HandName>([
  'flat',
  'atmosphere',
  'paper',
  'grain',
  'glow',
]);
/** Two consecutive turns share one horizon, with the subject on either side. */
const horizons = [0.58, 0.5, 0.65] as const;

export interface SceneRequest {
  readonly prompt: string;
  readonly width: number;
  readonly height: number;
  readonly seed: string;
}

/** Draws the subject of a prompt in layers, with the illustrator's settings and props. */
export function drawLayers(request: SceneRequest): LayeredScene {
  const { width, height, seed } = request;
  const recorded = makeRecordedHand(width);
  const page = pageFor(request, recorded.hand);
  const setting = settingFor(page);
  const horizon = horizons[Math.floor(page.turn / 2) % horizons.length] ?? horizons[0];
  const focusX = page.turn % 2 === 0 ? 0.62 : 0.38;
  if (!namesPlace(page) && glyphFor(page)) drawHero(page);
  else settings[setting].draw(makeStage(page, { focusX, horizon, prop: propFor(page, setting) }));
  const groups = layersOf(recorded.steps, maxLayers);
  const layers = groups.map((steps, index) => {
    const canvas = createCanvas(width, height);
    const ctx = canvas.getContext('2d');
    const sheet = {
      ctx,
      scheme: page.scheme,
      width,
      height,
      unit: page.frame.unit,
      seed: `${seed} ${index}`,
    };
    const hand = makeHand(page.look.hand, sheet);
    for (const step of steps) step.draw(hand);
    hand.finish();
    // Grain breaks up banding in the sky's gradient. The camera adds the vignette later.
    if (index === 0) applyFinish(ctx, width, height, { vignette: 0, paper: 0, grain: 0.05 }, seed);
    return { canvas, top: firstRow(ctx.getImageData(0, 0, width, height).data, width) };
  });
  return {
    layers,
    width,
    height,
    motion: setting === 'sea' ? 'water' : setting === 'clouds' ? 'clouds' : 'none',
    light: { x: focusX, y: horizon - 0.1, color: page.scheme.light },
    vignette: page.look.finish.vignette,
  };
}

/** Returns the first row that is not fully transparent. */
function firstRow(rgba: Uint8ClampedArray, width: number): number {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 0) return Math.floor(at / 4 / width);
  return 0;
}

function drawHero(page: Page): void {
  const glyph = glyphFor(page);
  if (glyph) heroFor(page)(makeStage(page, { focusX: 0.5 }), glyph);
}

function pageFor({ prompt, width, height, seed }: SceneRequest, hand: Page['hand']): Page {
  const look = lookFor(prompt, seed);
  const [scheme, otherScheme] = schemesFor(look, prompt, seed);
  const scene = { text: prompt, isHeading: false, startsParagraph: true };
  return {
    frame: makeFrame(width, height),
    look,
    scheme,
    otherScheme,
    content: analyzeScene({ scene, sceneIndex: 1, projectTitle: '', languageCode: 'en' }),
    projectTitle: '',
    turn: turnOf('turn', seed, 6),
    isRightToLeft: false,
    seed,
    ctx: createCanvas(8, 8).getContext('2d'),
    hand,
  };
}

/** Returns the look the prompt names, else a film look. Replaces its hand if the hand cannot work in layers. */
function lookFor(prompt: string, seed: string): Look {
  const look = tuneLookToPrompt(chooseLook(`${prompt} film`, seed), prompt);
  return layeredHands.has(look.hand) ? look : { ...look, hand: 'grain' };
}

/** Chooses dark schemes for nights and light ones for days; otherwise by the seed. */
function schemesFor(look: Look, prompt: string, seed: string): [Look['schemes'][0], Look['schemes'][0]] {
  const byLight = look.schemes.toSorted((a, b) => lightnessOf(a.skyBottom) - lightnessOf(b.skyBottom));
  const wanted = /\b(?:night\w*|midnight|dark\w*|moon\w*|stars?|space)\b/iu.test(prompt)
    ? 0
    : /\b(?:day\w*|noon|bright\w*|morning|snow\w*|sunny)\b/iu.test(prompt)
      ? 2
      : turnOf('scheme', seed, 3);
  const at = (index: number) => byLight[index % 3] ?? look.schemes[0];
  return [at(wanted), at(wanted + 1)];
}
