import type { Canvas } from '@napi-rs/canvas';
import { chooseLook } from '../look/choose-look.ts';
import { tuneLookToPrompt } from '../look/tune-look-to-prompt.ts';
import { drawPlate } from './draw-plate.ts';
import { drawPromptLayers, type PromptFrame } from './draw-prompt.ts';
import { promptWords, readPrompt } from './read-prompt.ts';

/** A prompt's picture in layers of one size, from far to near; only the farthest is opaque. */
export interface PromptPicture {
  readonly layers: readonly Canvas[];
  readonly isWater: boolean;
  /** True for a page that shows the words. */
  readonly isPlate: boolean;
}

/**
 * Draws what a prompt asks to see; what cannot be drawn is set in type, in the look that the prompt names or the seed
 * picks.
 */
export function drawPrompt(
  prompt: string,
  frame: PromptFrame,
  options = { hasWeather: true },
): PromptPicture {
  const scene = readPrompt(prompt);
  if (scene === null) {
    const look = tuneLookToPrompt(chooseLook(`${prompt} `, frame.seed), prompt);
    return { layers: [drawPlate(promptWords(prompt), look, frame)], isWater: false, isPlate: true };
  }
  const weather = options.hasWeather || scene.weather === 'fog' ? scene.weather : null;
  const layers = drawPromptLayers({ ...scene, weather }, frame);
  return { layers, isWater: scene.place?.isWater ?? false, isPlate: false };
}
