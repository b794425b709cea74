import { writeFile } from 'node:fs/promises';
import { encodeStereoWav } from '../av/wav.ts';
import { Random, spreadOf } from '../pictures/random.ts';
import type { TaskControl } from '../task-options.ts';
import { filter } from './dsp/filter.ts';
import { reverberate } from './dsp/reverb.ts';
import { layStereo, silence, type Stereo } from './dsp/stereo.ts';
import type { EffectFamily } from './effects/effect-families.ts';
import { type EffectWish, readEffectPrompt } from './effects/read-effect-prompt.ts';
import { bringToEffectLevel, tidyUp } from './master.ts';
import type { SoundEffectRequest, SoundFacts } from './sound-tools.ts';

export type EffectOrder = Omit<SoundEffectRequest, 'outputPath'>;
type Checkpoint = () => void;

/** Gain in dB of all families except the first, which stays in the foreground. */
const backgroundDb = -5;
const longestFadeSeconds = 0.35;
/** Maximum variation of pitch and pace if the prompt is taken literally. */
const minOctaves = 0.2;

/** Returns a value from -1 to 1; results of one order get distant values. */
function chanceOf(subject: string, seed: string): number {
  return spreadOf(subject, seed) * 2 - 1;
}

function paintFamily(family: EffectFamily, wish: EffectWish, order: EffectOrder): Stereo {
  const { durationSeconds, promptInfluence, seed } = order;
  const random = new Random(`${family.name} ${seed}`);
  const freedom = 1 - promptInfluence;
  const mix = silence(durationSeconds);
  // Varies size, speed and distance between results of one order, more if the prompt leaves more freedom.
  const octaves = minOctaves + 0.35 * freedom;
  const free = (subject: string, value: number) => value * 2 ** (chanceOf(subject, seed) * octaves);
  const { pitch, pace, weight } = wish;
  family.paint({
    mix,
    seconds: durationSeconds,
    random,
    freedom,
    pitch: free('pitch', pitch),
    pace: free('pace', pace),
    weight,
  });
  const distance = wish.distance + 0.3 * chanceOf('distance', seed);
  placeInRoom(mix, family.room, Math.max(0, Math.min(1, distance)));
  return mix;
}

/** Adds the room's reverberation. Distant sounds have fewer highs and more reverberation. */
function placeInRoom(mix: Stereo, room: number, distance: number): void {
  const wet = Math.min(0.9, room + distance * 0.35);
  const answer = reverberate(mix, {
    decaySeconds: 0.6 + 2 * (room + distance),
    damping: 0.35 + 0.3 * distance,
  });
  layStereo(mix, answer, wet);
  if (distance <= 0.5) return;
  for (const channel of [mix.left, mix.right]) filter(channel, 'low', 2600);
}

/** Generates the sound of a prompt with the exact length. The same order always gives the same samples. */
export function makeEffect(order: EffectOrder, checkpoint: Checkpoint = () => undefined): Stereo {
  const wish = readEffectPrompt(order.prompt);
  const [main] = wish.families;
  const mix = silence(order.durationSeconds);
  for (const family of wish.families) {
    checkpoint();
    const layer = paintFamily(family, wish, order);
    bringToEffectLevel(layer, family.lufs);
    layStereo(mix, layer, family === main ? 1 : 10 ** (backgroundDb / 20));
  }
  checkpoint();
  tidyUp(mix, { inSeconds: 0.004, outSeconds: Math.min(longestFadeSeconds, order.durationSeconds * 0.1) });
  bringToEffectLevel(mix, main.lufs);
  return mix;
}

/** Generates the sound of a prompt and writes it as WAV. */
export async function generateEffect(request: SoundEffectRequest, control: TaskControl): Promise<SoundFacts> {
  const mix = makeEffect(request, () => control.checkpoint());
  control.progress(0.9);
  await writeFile(request.outputPath, encodeStereoWav(mix));
  return { durationSeconds: request.durationSeconds };
}
