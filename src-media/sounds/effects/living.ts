import type { Random } from '../../pictures/random.ts';
import { filter } from '../dsp/filter.ts';
import { envelope, generate, pinkNoise, ring, saw, sine, strike, whiteNoise } from '../dsp/generate.ts';
import { lay } from '../dsp/stereo.ts';
import {
  type EffectPainter,
  type EffectScene,
  layAround,
  laySpread,
  repeat,
  swell,
  vary,
} from './effect-scene.ts';
import { tick } from './strikes.ts';

/** Footsteps: heel and sole, left and right. */
export const footsteps: EffectPainter = (scene) => {
  const { random, pitch, weight } = scene;
  repeat(scene, { everySeconds: 0.56, lengthSeconds: 0.35, unevenness: 0.08 }, (atSeconds, index) => {
    const pan = index % 2 === 0 ? -0.18 : 0.18;
    const heel = ring(0.12, [
      { hz: vary(scene, 95 * pitch, 0.15), gain: 1, decaySeconds: 0.09 },
      { hz: vary(scene, 210 * pitch, 0.15), gain: 0.5, decaySeconds: 0.05 },
    ]);
    const gain = vary(scene, 0.8, 0.3) * Math.sqrt(weight);
    layAround(scene, heel, { atSeconds, gain, pan });
    layAround(scene, tick(scene, vary(scene, 1500 * pitch), 0.02), { atSeconds, gain: gain * 0.7, pan });
    const scuff = filter(envelope(whiteNoise(random, 0.14), strike(0.02, 0.09)), 'band', 2600 * pitch, 0.8);
    layAround(scene, scuff, { atSeconds: atSeconds + 0.085, gain: gain * 0.22, pan });
  });
};

/** Several birds, each with its own song. */
export const birds: EffectPainter = (scene) => {
  const { random, seconds } = scene;
  laySpread(scene, () => filter(pinkNoise(random, seconds), 'band', 500, 0.5), 0.025);
  for (let bird = 0; bird < 4; bird += 1) {
    const song = {
      hz: random.between(2400, 5200) * scene.pitch,
      notes: random.wholeBetween(2, 6),
      pan: random.between(-0.9, 0.9),
      gain: random.between(0.25, 0.8),
    };
    repeat(scene, { everySeconds: 2.3, lengthSeconds: 1, unevenness: 0.9 }, (at) => {
      if (random.chance(0.8)) sing(scene, song, at + bird * 0.37);
    });
  }
};

function sing(
  scene: EffectScene,
  song: { readonly hz: number; readonly notes: number; readonly pan: number; readonly gain: number },
  startSeconds: number,
): void {
  const { random } = scene;
  const bend = random.between(-0.5, 0.7);
  for (let note = 0; note < song.notes; note += 1) {
    const length = random.between(0.05, 0.13);
    const from = song.hz * (1 + 0.12 * Math.sin(note * 2.1));
    const trill = random.chance(0.3) ? 0.06 : 0;
    const call = sine(
      length,
      (at) => from * 2 ** (bend * (at / length)) * (1 + trill * Math.sin(2 * Math.PI * 38 * at)),
    );
    envelope(call, (at) => Math.sin((Math.PI * at) / length) ** 1.3);
    lay(scene.mix, call, { atSeconds: startSeconds + note * 0.14, gain: song.gain * 0.4, pan: song.pan });
  }
}

/** Many unintelligible voices. */
export const crowd: EffectPainter = (scene) => {
  const { random, seconds, mix, weight } = scene;
  const voices = Math.round(14 * weight);
  for (let voice = 0; voice < voices; voice += 1) {
    const sound = murmur(random, seconds, random.between(95, 235) * scene.pitch, scene.pace);
    lay(mix, sound, { atSeconds: 0, gain: random.between(0.25, 0.8), pan: random.between(-1, 1) });
  }
  laySpread(scene, () => filter(pinkNoise(random, seconds), 'band', 480, 0.6), 0.22 * weight);
};

function murmur(random: Random, seconds: number, hz: number, pace: number): Float32Array {
  const scene = { random, seconds, pace };
  const melody = swell(scene as EffectScene, 2.4, 0.86, 1.18);
  const vowel = swell(scene as EffectScene, 4.5, 0, 1);
  const syllables = swell(scene as EffectScene, 5.5, -0.7, 1);
  const pauses = swell(scene as EffectScene, 0.5, -0.6, 1);
  const source = saw(seconds, (at) => hz * melody(at), random.next());
  const low = filter(source.slice(), 'band', (at) => 350 + 420 * vowel(at), 5);
  const high = filter(source, 'band', (at) => 1900 - 900 * vowel(at), 7);
  for (let index = 0; index < low.length; index += 1)
    low[index] = (low[index] ?? 0) + 0.5 * (high[index] ?? 0);
  return envelope(low, (at) => 0.5 * Math.max(0, syllables(at)) * Math.max(0, Math.min(1, pauses(at) * 3)));
}

/** A heartbeat: two dull beats, then a rest. */
export const heartbeat: EffectPainter = (scene) => {
  const { pitch, random } = scene;
  const every = vary(scene, 0.92, 0.1);
  const beat = (hz: number) => {
    const body = sine(0.3, (at) => hz * (1 + 1.1 * Math.exp(-45 * at)));
    return envelope(body, strike(0.006, 0.26));
  };
  repeat(scene, { everySeconds: every, lengthSeconds: 0.7, unevenness: 0.03 }, (atSeconds) => {
    layAround(scene, beat(52 * pitch), { atSeconds, gain: 1, width: 0 });
    layAround(scene, beat(62 * pitch), {
      atSeconds: atSeconds + 0.27 / Math.sqrt(scene.pace),
      gain: 0.65,
      width: 0,
    });
    const flesh = filter(envelope(pinkNoise(random, 0.12), strike(0.004, 0.1)), 'low', 260 * pitch);
    layAround(scene, flesh, { atSeconds, gain: 0.7, width: 0.1 });
  });
};

/** A magic sparkle: a rising run of small tones. */
export const sparkle: EffectPainter = (scene) => {
  const { random, pitch } = scene;
  repeat(scene, { everySeconds: 2.6, lengthSeconds: 1.8, unevenness: 0.3 }, (start) => {
    for (let note = 0; note < 18; note += 1) {
      const hz = 1200 * pitch * 2 ** (note / 9 + random.between(-0.04, 0.04));
      const tone = generate(0.9, (at) =>
        Math.sin(2 * Math.PI * hz * at + 1.5 * Math.sin(2 * Math.PI * hz * 3.5 * at) * Math.exp(-9 * at)),
      );
      envelope(tone, strike(0.002, 0.8));
      layAround(scene, tone, { atSeconds: start + note * 0.045, gain: 0.13, width: 0.9 });
    }
  });
};
