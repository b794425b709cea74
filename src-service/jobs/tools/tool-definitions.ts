import path from 'node:path';
import { z } from 'zod';
import { image3dEffect, removeVideoBackground, upscaleVideo } from './change-video.ts';
import { allowedPrompt } from './content-policy.ts';
import { displayNameOf } from './display-name.ts';
import { generateAvatar } from './generate-avatar.ts';
import { generateImage } from './generate-image.ts';
import { generateMotionGraphic } from './generate-motion-graphic.ts';
import { generateVideoClip } from './generate-video-clip.ts';
import { removeImageBackground, upscaleImage, vectorizeImage } from './image-tools.ts';
import { textToSpeech } from './text-to-speech.ts';
import { type ToolDefinition, defineTool } from './tool-definition.ts';

/** Defaults for fields that the request leaves open (contract supplement §4.1). */
const usualSeconds = 10;
const usualInfluence = 0.5;

const requestSchema = z.object({
  prompt: z.string(),
  durationSeconds: z.number(),
  promptInfluence: z.number(),
});

/** Makes a sound effect (contract supplement §4.1). */
const generateSoundEffect = defineTool({
  operation: 'generateSoundEffect',
  toolType: 'GENERATE_SOUND_EFFECT',
  requestSchema,
  check: (_deps, _caller, body) => ({
    prompt: body.prompt,
    durationSeconds: body.durationSeconds ?? usualSeconds,
    promptInfluence: body.promptInfluence ?? usualInfluence,
  }),
  run: async ({ engine }, request, _resultIndex, task) => {
    const prompt = allowedPrompt(request.prompt, 0);
    const outputPath = path.join(task.folder, 'effect.wav');
    const wish = { ...request, prompt, seed: task.seed, outputPath };
    const { durationSeconds } = await engine.sounds.generateEffect(wish, task);
    return {
      path: outputPath,
      type: 'AUDIO',
      mimeType: 'audio/wav',
      durationSeconds,
      size: null,
      transcript: null,
      thumbnail: null,
      displayName: displayNameOf(prompt, 'wav', 'Sound effect'),
      description: `Sound effect: ${prompt}`,
    };
  },
});

/** Length of a piece, about half a minute (contract supplement §4.1). */
const musicSeconds = 30;

/** Makes an instrumental piece (contract supplement §4.1). */
const generateMusic = defineTool({
  operation: 'generateMusic',
  toolType: 'GENERATE_MUSIC',
  requestSchema: z.object({ prompt: z.string() }),
  check: (_deps, _caller, { prompt }) => ({ prompt }),
  run: async ({ engine }, request, _resultIndex, task) => {
    const prompt = allowedPrompt(request.prompt, 0);
    const outputPath = path.join(task.folder, 'music.wav');
    const wish = { prompt, durationSeconds: musicSeconds, seed: task.seed, outputPath };
    const { durationSeconds } = await engine.sounds.composeMusic(wish, task);
    return {
      path: outputPath,
      type: 'AUDIO',
      mimeType: 'audio/wav',
      durationSeconds,
      size: null,
      transcript: null,
      thumbnail: null,
      displayName: displayNameOf(prompt, 'wav', 'Music'),
      description: `Instrumental music: ${prompt}`,
    };
  },
});

/** The tools of this service. It does not start if the tool of an operation is missing. */
export const toolDefinitions: readonly ToolDefinition[] = [
  generateImage,
  generateVideoClip,
  generateMotionGraphic,
  textToSpeech,
  generateSoundEffect,
  generateMusic,
  generateAvatar,
  vectorizeImage,
  removeImageBackground,
  removeVideoBackground,
  upscaleImage,
  upscaleVideo,
  image3dEffect,
];
