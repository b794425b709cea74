import path from 'node:path';
import { z } from 'zod';
import { allowedPrompt } from './content-policy.ts';
import { displayNameOf } from './display-name.ts';
import { defineTool } from './tool-definition.ts';

/** About half a minute (contract supplement §4.1). */
const musicSeconds = 30;

/** An instrumental piece (contract supplement §4.1). */
export const generateMusic = defineTool({
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
      ...{ path: outputPath, type: 'AUDIO', mimeType: 'audio/wav' },
      ...{ durationSeconds, size: null, transcript: null, thumbnail: null },
      displayName: displayNameOf(prompt, 'wav', 'Music'),
      description: `Instrumental music: ${prompt}`,
    };
  },
});
