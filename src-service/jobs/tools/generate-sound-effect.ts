import path from 'node:path';
import { z } from 'zod';
import { allowedPrompt } from './content-policy.ts';
import { displayNameOf } from './display-name.ts';
import { defineTool } from './tool-definition.ts';

/** When the request leaves them open (contract supplement §4.1). */
const usualSeconds = 10;
const usualInfluence = 0.5;

const requestSchema = z.object({
  prompt: z.string(),
  durationSeconds: z.number(),
  promptInfluence: z.number(),
});

/** A sound effect (contract supplement §4.1). */
export const generateSoundEffect = defineTool({
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
      ...{ path: outputPath, type: 'AUDIO', mimeType: 'audio/wav' },
      ...{ durationSeconds, size: null, transcript: null, thumbnail: null },
      displayName: displayNameOf(prompt, 'wav', 'Sound effect'),
      description: `Sound effect: ${prompt}`,
    };
  },
});
