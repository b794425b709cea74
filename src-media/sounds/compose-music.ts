import { writeFile } from 'node:fs/promises';
import { encodeStereoWav } from '../av/wav.ts';
import type { TaskControl } from '../task-options.ts';
import type { Stereo } from './dsp/stereo.ts';
import { bringToLoudness, tidyUp } from './master.ts';
import { planPiece } from './music/plan-piece.ts';
import { readMusicPrompt } from './music/read-music-prompt.ts';
import { renderScore } from './music/render-score.ts';
import { writeScore } from './music/score.ts';
import type { MusicRequest, SoundFacts } from './sound-tools.ts';

const musicLufs = -16;

interface Hooks {
  readonly checkpoint: () => void;
  readonly onProgress: (fraction: number) => void;
}

/**
 * Composes and renders a piece. The same prompt, length and seed always give the same samples.
 *
 * @param options durationSeconds 4 to 300
 */
export function makeMusic(
  prompt: string,
  { durationSeconds, seed }: Pick<MusicRequest, 'durationSeconds' | 'seed'>,
  hooks: Hooks = { checkpoint: () => undefined, onProgress: () => undefined },
): Stereo {
  const wish = readMusicPrompt(prompt, seed);
  const plan = planPiece(wish, durationSeconds);
  const score = writeScore(wish, plan, seed);
  const { style } = wish;
  const mix = renderScore(score, { durationSeconds, style, beatSeconds: plan.beatSeconds, seed, ...hooks });
  hooks.checkpoint();
  const outSeconds = Math.min(1.5, durationSeconds * 0.1);
  tidyUp(mix, { inSeconds: 0.005, outSeconds });
  bringToLoudness(mix, musicLufs, hooks.checkpoint);
  return mix;
}

/** Composes a piece and writes it as WAV. */
export async function composeMusic(
  prompt: string,
  request: Omit<MusicRequest, 'prompt'>,
  control: TaskControl,
): Promise<SoundFacts> {
  const mix = makeMusic(prompt, request, {
    checkpoint: () => control.checkpoint(),
    onProgress: (fraction) => control.progress(fraction),
  });
  await writeFile(request.outputPath, encodeStereoWav(mix));
  return { durationSeconds: request.durationSeconds };
}
