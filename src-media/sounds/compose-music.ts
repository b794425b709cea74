import { writeFile } from 'node:fs/promises';
import { matchLoudness } from '../audio/match-loudness.ts';
import { encodeStereoWav } from '../av/wav.ts';
import type { TaskControl } from '../task-options.ts';
import { filter } from './dsp/filter.ts';
import { addTo, type Stereo } from './dsp/stereo.ts';
import { tidyUp } from './master.ts';
import { planPiece } from './music/plan-piece.ts';
import { readMusicPrompt } from './music/read-music-prompt.ts';
import { renderScore } from './music/render-score.ts';
import { writeScore } from './music/score.ts';
import type { MusicRequest, SoundFacts } from './sound-tools.ts';

/** Frequency above which music is raised, and by how much of itself. */
const brightHz = 900;
const brightGain = 0.9;

interface Hooks {
  readonly checkpoint: () => void;
  readonly onProgress: (fraction: number) => void;
}

/**
 * Composes and renders a piece. The same prompt, length and seed always give the same samples.
 *
 * @param options durationSeconds 4 to 300
 */
export async function makeMusic(
  prompt: string,
  { durationSeconds, seed }: Pick<MusicRequest, 'durationSeconds' | 'seed'>,
  hooks: Hooks = { checkpoint: () => undefined, onProgress: () => undefined },
): Promise<Stereo> {
  const wish = readMusicPrompt(prompt, seed);
  const plan = planPiece(wish, durationSeconds);
  const score = writeScore(wish, plan, seed);
  const mix = await renderScore(score, { durationSeconds, style: wish.style, ...hooks });
  hooks.checkpoint();
  const outSeconds = Math.min(1.5, durationSeconds * 0.1);
  brighten(mix);
  tidyUp(mix, { inSeconds: 0.005, outSeconds });
  matchLoudness([mix.left, mix.right], hooks);
  return mix;
}

/** Raises the highs, so that music is clear on small speakers and does not drone under speech. */
function brighten({ left, right }: Stereo): void {
  for (const channel of [left, right])
    addTo(channel, filter(channel.slice(), 'high', brightHz), 0, brightGain);
}

/** Composes a piece and writes it as WAV. */
export async function composeMusic(
  prompt: string,
  request: Omit<MusicRequest, 'prompt'>,
  control: TaskControl,
): Promise<SoundFacts> {
  const mix = await makeMusic(prompt, request, {
    checkpoint: () => control.checkpoint(),
    onProgress: (fraction) => control.progress(fraction),
  });
  await writeFile(request.outputPath, encodeStereoWav(mix));
  return { durationSeconds: request.durationSeconds };
}
