import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { chooseLook, lookNamedIn } from '../../pictures/look/choose-look.ts';
import type { Look } from '../../pictures/look/look.ts';
import { tuneLookToPrompt } from '../../pictures/look/tune-look-to-prompt.ts';
import { drawPromptLayers } from '../../pictures/prompt/draw-prompt.ts';
import { drawPrompt } from '../../pictures/prompt/prompt-layers.ts';
import { readPrompt } from '../../pictures/prompt/read-prompt.ts';
import { turnOf } from '../../pictures/random.ts';
import type { GenerateImageRequest } from '../image-tools.ts';
import type { Raster } from '../raster.ts';
import { restyle } from './restyle.ts';

type IllustrationRequest = Pick<GenerateImageRequest, 'prompt' | 'width' | 'height' | 'seed'>;

/** Chooses the look a prompt requests; if it names none, the seed decides. */
export function lookOf({ prompt, seed }: Pick<GenerateImageRequest, 'prompt' | 'seed'>): Look {
  return tuneLookToPrompt(chooseLook(`${prompt} `, seed), prompt);
}

/** Draws scenery as a background for other pictures: the place that a prompt names, or a plain room. */
export function drawScenery(request: IllustrationRequest): Raster {
  const scene = readPrompt(request.prompt);
  const place = { place: null, light: 'day', weather: null, ...scene, things: [], sign: null } as const;
  return flatten(drawPromptLayers(place, request), request);
}

/**
 * Draws what a prompt asks to see, in the look that it names; what cannot be drawn is set in type. The same request
 * always gives the same pixels.
 */
export async function drawIllustration(request: IllustrationRequest): Promise<Raster> {
  const { prompt, seed } = request;
  const { layers, isPlate } = drawPrompt(prompt, request);
  const drawn = flatten(layers, request);
  const named = isPlate ? null : lookNamedIn(prompt);
  if (named === null) return drawn;
  const look = tuneLookToPrompt(named, prompt);
  return restyle(drawn, look, look.schemes[turnOf('scheme', seed, 3)] ?? look.schemes[0], seed);
}

function flatten(layers: readonly Canvas[], { width, height }: IllustrationRequest): Raster {
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext('2d');
  for (const layer of layers) ctx.drawImage(layer, 0, 0);
  return { width, height, rgba: canvas.data() };
}
