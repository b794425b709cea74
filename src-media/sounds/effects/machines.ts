import { filter } from '../dsp/filter.ts';
import { envelope, generate, ring, saw, sine, pinkNoise } from '../dsp/generate.ts';
import { lay } from '../dsp/stereo.ts';
import { type EffectPainter, layAround, repeat, swell, vary } from './effect-scene.ts';
import { tick } from './strikes.ts';

/** An engine: pulses of combustion through a pipe at a slightly varying speed. */
export const engine: EffectPainter = (scene) => {
  const { random, seconds, pitch, pace, mix } = scene;
  const base = vary(scene, 31 * pitch * Math.sqrt(pace), 0.3);
  const speed = swell(scene, 0.35, 0.85, 1.25);
  for (const pan of [-0.35, 0.35]) {
    let phase = random.next();
    const pulses = generate(seconds, (at) => {
      phase += (base * 2 * speed(at)) / 48_000;
      const share = phase % 1;
      const cylinder = Math.floor(phase) % 4;
      return Math.exp(-9 * share) * (0.75 + 0.12 * cylinder) - 0.11;
    });
    const rough = filter(pinkNoise(random, seconds), 'low', 900);
    for (let index = 0; index < pulses.length; index += 1) {
      pulses[index] = Math.tanh(1.6 * (pulses[index] ?? 0) * (0.8 + 1.4 * (rough[index] ?? 0)));
    }
    const pipe = filter(pulses.slice(), 'band', base * 5, 2.2);
    lay(mix, filter(pulses, 'low', 700 * pitch), { atSeconds: 0, gain: 0.7, pan });
    lay(mix, pipe, { atSeconds: 0, gain: 0.5, pan });
  }
};

/** A siren: a tone that rises and falls repeatedly. */
export const siren: EffectPainter = (scene) => {
  const { random, seconds, pitch, pace, mix } = scene;
  const period = vary(scene, 2.6 / pace, 0.2);
  const isTwoTone = random.chance(0.35 * scene.freedom);
  const low = vary(scene, 620 * pitch, 0.15);
  const hzAt = (at: number) => {
    const wave = Math.sin((2 * Math.PI * at) / period - Math.PI / 2) * 0.5 + 0.5;
    return isTwoTone ? low * (at % period < period / 2 ? 1 : 1.33) : low * 2 ** (wave * 1.05);
  };
  const horn = filter(saw(seconds, hzAt), 'band', 1300 * pitch, 0.8);
  lay(mix, horn, { atSeconds: 0, gain: 0.55 });
  lay(mix, sine(seconds, hzAt), { atSeconds: 0, gain: 0.35 });
  lay(mix, horn, { atSeconds: 0.11, gain: 0.12, pan: 0.8 });
  lay(mix, horn, { atSeconds: 0.17, gain: 0.1, pan: -0.8 });
};

/** An alarm: pairs of electronic tones. */
export const alarm: EffectPainter = (scene) => {
  const { pitch } = scene;
  const hz = vary(scene, 2050 * pitch, 0.2);
  repeat(scene, { everySeconds: 0.5, lengthSeconds: 0.4, unevenness: 0 }, (atSeconds, index) => {
    if (index % 4 === 3) return;
    const tone = generate(0.2, (at) =>
      Math.tanh(2.2 * Math.sin(2 * Math.PI * hz * (index % 2 === 0 ? 1 : 0.8) * at)),
    );
    envelope(tone, (at) => Math.min(1, at / 0.004, (0.2 - at) / 0.01));
    lay(scene.mix, filter(tone, 'low', hz * 3), { atSeconds, gain: 0.4 });
  });
};

/** Typing: key presses in runs, with an occasional long key. */
export const typing: EffectPainter = (scene) => {
  const { random, pitch } = scene;
  let restUntil = 0;
  repeat(scene, { everySeconds: 0.125, lengthSeconds: 0.15, unevenness: 0.7 }, (atSeconds) => {
    if (atSeconds < restUntil) return;
    if (random.chance(0.06)) restUntil = atSeconds + random.between(0.25, 0.7);
    const isLong = random.chance(0.12);
    const hz = (isLong ? 900 : random.between(1700, 2900)) * pitch;
    const pan = random.between(-0.4, 0.4);
    const gain = random.between(0.5, 1);
    layAround(scene, tick(scene, hz * 1.7, isLong ? 0.022 : 0.01), { atSeconds, gain, pan });
    const plastic = ring(0.08, [
      { hz: hz * 0.42, gain: 0.5, decaySeconds: 0.045 },
      { hz, gain: 0.25, decaySeconds: 0.02 },
    ]);
    layAround(scene, plastic, { atSeconds, gain: gain * 0.7, pan });
    layAround(scene, tick(scene, hz * 2.1, 0.006), { atSeconds: atSeconds + 0.07, gain: gain * 0.3, pan });
  });
};
