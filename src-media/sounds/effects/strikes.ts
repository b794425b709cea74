import { filter } from '../dsp/filter.ts';
import { envelope, type Mode, ring, sine, strike, whiteNoise } from '../dsp/generate.ts';
import { type EffectPainter, type EffectScene, layAround, repeat, vary } from './effect-scene.ts';

/** Returns the modes of a body: multiples of its lowest tone with random variation. Higher modes decay faster. */
function modesOf(
  scene: EffectScene,
  hz: number,
  ratios: readonly number[],
  { decaySeconds, brightness }: { readonly decaySeconds: number; readonly brightness: number },
): Mode[] {
  return ratios.map((ratio, index) => ({
    hz: vary(scene, hz * ratio, 0.05),
    gain: brightness ** index,
    decaySeconds: decaySeconds / (1 + index * 0.45),
  }));
}

/** Generates a short burst of band noise: the contact before the body rings. */
export function tick(scene: EffectScene, hz: number, decaySeconds: number): Float32Array {
  const noise = whiteNoise(scene.random, decaySeconds * 1.5 + 0.005);
  return filter(envelope(noise, strike(0.0006, decaySeconds)), 'band', hz, 1);
}

/** A heavy blow: a falling low tone and a thud of noise. */
export const impact: EffectPainter = (scene) => {
  const { pitch, weight, random } = scene;
  repeat(scene, { everySeconds: 3.2, lengthSeconds: 1.8, unevenness: 0.25 }, (atSeconds) => {
    const low = vary(scene, 46 * pitch);
    const boom = sine(1.6, (at) => low + 110 * pitch * Math.exp(-26 * at));
    layAround(scene, envelope(boom, strike(0.002, 1.3 * weight)), { atSeconds, gain: 1, width: 0 });
    const thud = filter(
      envelope(whiteNoise(random, 0.5), strike(0.001, 0.28)),
      'low',
      vary(scene, 1100 * pitch),
    );
    layAround(scene, thud, { atSeconds, gain: 0.9 });
    layAround(scene, tick(scene, 2600 * pitch, 0.03), { atSeconds, gain: 0.7 });
  });
};

/** A button click: down and up. */
export const click: EffectPainter = (scene) => {
  const { pitch } = scene;
  repeat(scene, { everySeconds: 0.9, lengthSeconds: 0.3, unevenness: 0.25 }, (atSeconds) => {
    const body = (hz: number) =>
      ring(0.05, modesOf(scene, hz, [1, 1.83, 2.9], { decaySeconds: 0.03, brightness: 0.6 }));
    layAround(scene, tick(scene, vary(scene, 3800 * pitch), 0.008), { atSeconds, gain: 0.9, width: 0.1 });
    layAround(scene, body(1900 * pitch), { atSeconds, gain: 0.5, width: 0.1 });
    const up = atSeconds + vary(scene, 0.085);
    layAround(scene, tick(scene, vary(scene, 5200 * pitch), 0.006), {
      atSeconds: up,
      gain: 0.45,
      width: 0.1,
    });
    layAround(scene, body(2500 * pitch), { atSeconds: up, gain: 0.25, width: 0.1 });
  });
};

/** Knuckles on wood, three knocks at a time. */
export const knock: EffectPainter = (scene) => {
  repeat(scene, { everySeconds: 2.6, lengthSeconds: 1.1, unevenness: 0.2 }, (start) => {
    for (let index = 0; index < 3; index += 1) {
      const atSeconds = start + index * vary(scene, 0.21 / scene.pace, 0.08);
      const hz = vary(scene, 172 * scene.pitch, 0.05);
      const wood = ring(
        0.3,
        modesOf(scene, hz, [1, 1.58, 2.24, 3.1, 4.6], { decaySeconds: 0.16, brightness: 0.72 }),
      );
      layAround(scene, wood, { atSeconds, gain: 0.5, width: 0.05 });
      layAround(scene, tick(scene, 1300 * scene.pitch, 0.018), { atSeconds, gain: 0.8, width: 0.05 });
    }
  });
};

/** A bell with its hum, prime, tierce, quint and nominal. */
export const bell: EffectPainter = (scene) => {
  const hz = vary(scene, 440 * scene.pitch, 0.4);
  repeat(scene, { everySeconds: 2.8, lengthSeconds: 2.4, unevenness: 0.1 }, (atSeconds) => {
    const ratios = [0.5, 1, 1.19, 1.5, 2, 2.52, 2.66, 3.01, 4.17];
    const modes = modesOf(scene, hz, ratios, { decaySeconds: 4.5, brightness: 0.78 });
    layAround(scene, ring(4.5, modes), { atSeconds, gain: 0.2, width: 0.15 });
    layAround(scene, tick(scene, hz * 6, 0.02), { atSeconds, gain: 0.25 });
  });
};

/** Small bars struck one after another. */
export const chime: EffectPainter = (scene) => {
  const steps = [0, 2, 4, 7, 9, 12, 14, 16] as const;
  repeat(scene, { everySeconds: 0.42, lengthSeconds: 1.8, unevenness: 0.6 }, (atSeconds) => {
    const hz = 1046 * scene.pitch * 2 ** (scene.random.pick(steps) / 12);
    const modes = modesOf(scene, hz, [1, 2.76, 5.4], { decaySeconds: 2.6, brightness: 0.4 });
    layAround(scene, ring(2.6, modes), { atSeconds, gain: 0.25 * scene.random.between(0.5, 1), width: 0.8 });
  });
};

/** Breaking glass: a pane bursts, then pieces fall. */
export const glass: EffectPainter = (scene) => {
  const { random, pitch } = scene;
  const every = 3.4;
  repeat(scene, { everySeconds: every, lengthSeconds: 2, unevenness: 0.2 }, (start) => {
    const burst = filter(envelope(whiteNoise(random, 0.4), strike(0.001, 0.25)), 'high', 2400 * pitch);
    layAround(scene, burst, { atSeconds: start, gain: 0.8 });
    for (let piece = 0; piece < 46 * scene.weight; piece += 1) {
      const fall = random.next() ** 2 * 1.5;
      const hz = random.between(2200, 9000) * pitch;
      const modes = modesOf(scene, hz, [1, 1.47, 2.09], {
        decaySeconds: random.between(0.08, 0.4),
        brightness: 0.6,
      });
      const gain = 0.28 * Math.exp(-1.2 * fall) * random.between(0.3, 1);
      layAround(scene, ring(0.4, modes), { atSeconds: start + fall, gain, width: 0.9 });
    }
  });
};

/** Applause: each clap is a small burst; together they merge. */
export const applause: EffectPainter = (scene) => {
  const { random, seconds, weight } = scene;
  const rise = Math.min(0.8, seconds * 0.2);
  const fall = Math.min(2.5, seconds * 0.35);
  const level = (at: number) => Math.min(1, 0.25 + at / rise, Math.max(0.05, (seconds - at) / fall));
  repeat(scene, { everySeconds: 0.0065 / weight, lengthSeconds: 0.08, unevenness: 1 }, (atSeconds) => {
    const clap = tick(scene, random.between(700, 2400) * scene.pitch, random.between(0.012, 0.035));
    layAround(scene, clap, { atSeconds, gain: level(atSeconds) * random.between(0.2, 1), width: 1 });
  });
};
