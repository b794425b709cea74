import { filter } from '../dsp/filter.ts';
import { brownNoise, envelope, pinkNoise, saw, sine, strike, whiteNoise } from '../dsp/generate.ts';
import { lay } from '../dsp/stereo.ts';
import { type EffectPainter, layAround, repeat, vary } from './effect-scene.ts';

/** A whoosh from one side to the other. */
export const whoosh: EffectPainter = (scene) => {
  const { random, pitch } = scene;
  const length = Math.min(scene.seconds - 0.05, 1.3 / scene.pace);
  repeat(scene, { everySeconds: 2.2, lengthSeconds: length, unevenness: 0.2 }, (atSeconds, index) => {
    const middle = vary(scene, length * 0.45, 0.15);
    const near = (at: number) => Math.exp(-(((at - middle) / (length * 0.19)) ** 2));
    const air = filter(pinkNoise(random, length), 'band', (at) => (350 + 2600 * near(at)) * pitch, 1.1);
    envelope(air, (at) => near(at) * 1.8 * Math.min(1, (length - at) / 0.05, at / 0.02));
    const side = index % 2 === 0 ? 1 : -1;
    const half = Math.round(air.length / 2);
    const pan = (at: number) => side * Math.max(-0.9, Math.min(0.9, ((at - half) / half) * 0.9));
    for (let start = 0; start < air.length; start += 480) {
      lay(scene.mix, air.subarray(start, start + 480), {
        atSeconds: atSeconds + start / 48_000,
        gain: 1,
        pan: pan(start),
      });
    }
  });
};

/** A riser: tension over the whole length, cut off at the top. */
export const riser: EffectPainter = (scene) => {
  const { random, seconds, pitch, mix } = scene;
  const end = Math.max(0.5, seconds - 0.12);
  const climb = (at: number) => Math.min(1, at / end);
  const level = (at: number) => (at > end ? Math.exp((end - at) * 60) : 0.06 + 0.94 * climb(at) ** 2.2);
  for (const pan of [-0.8, 0.8]) {
    const air = filter(whiteNoise(random, seconds), 'band', (at) => 300 * 2 ** (climb(at) * 4.6) * pitch, 2);
    lay(
      mix,
      envelope(air, (at) => 0.9 * level(at)),
      { atSeconds: 0, gain: 1, pan },
    );
    const detune = 1 + pan * 0.006;
    const tone = saw(seconds, (at) => 82 * pitch * detune * 2 ** (climb(at) ** 1.4 * 3), random.next());
    filter(tone, 'low', (at) => 300 + 5200 * climb(at) ** 2);
    const pulse = (at: number) => 0.72 + 0.28 * Math.sin(2 * Math.PI * (2 * at + (6 * at * at) / end));
    lay(
      mix,
      envelope(tone, (at) => 0.3 * level(at) * pulse(at)),
      { atSeconds: 0, gain: 1, pan },
    );
  }
};

/** A laser shot: a rapidly falling tone. */
export const laser: EffectPainter = (scene) => {
  const { pitch } = scene;
  repeat(scene, { everySeconds: 0.75, lengthSeconds: 0.6, unevenness: 0.35 }, (atSeconds) => {
    const top = vary(scene, 3200 * pitch, 0.5);
    const fall = vary(scene, 11, 0.4);
    const beam = saw(0.5, (at) => 130 + top * Math.exp(-fall * at));
    filter(beam, 'low', (at) => 800 + 7000 * Math.exp(-6 * at), 2.5);
    layAround(scene, envelope(beam, strike(0.002, 0.42)), { atSeconds, gain: 0.55, width: 0.6 });
    const glow = sine(0.5, (at) => (130 + top * Math.exp(-fall * at)) * 1.5);
    layAround(scene, envelope(glow, strike(0.002, 0.3)), { atSeconds, gain: 0.35, width: 0.6 });
  });
};

/** An explosion: a blast, its pressure wave and falling debris. */
export const explosion: EffectPainter = (scene) => {
  const { random, pitch, weight } = scene;
  const length = Math.min(4.5, scene.seconds);
  repeat(
    scene,
    { everySeconds: 5.5, lengthSeconds: Math.min(3.5, length * 0.9), unevenness: 0.3 },
    (atSeconds) => {
      const boom = sine(2, (at) => (34 + 90 * Math.exp(-9 * at)) * pitch);
      layAround(scene, envelope(boom, strike(0.003, 1.7 * weight)), { atSeconds, gain: 1.1, width: 0 });
      for (const pan of [-0.7, 0.7]) {
        const blast = filter(
          whiteNoise(random, length),
          'low',
          (at) => (5000 * Math.exp(-2.6 * at) + 160) * pitch,
          0.7,
        );
        lay(
          scene.mix,
          envelope(blast, (at) => strike(0.003, 3.2)(at)),
          { atSeconds, gain: 1, pan },
        );
        const rumble = envelope(
          brownNoise(random, length),
          (at) => Math.min(1, at * 8) * Math.exp(-1.1 * at),
        );
        lay(scene.mix, filter(rumble, 'low', 240), { atSeconds, gain: 1.3, pan });
      }
      for (let piece = 0; piece < 30; piece += 1) {
        const grit = filter(
          envelope(whiteNoise(random, 0.06), strike(0.001, 0.04)),
          'band',
          random.between(600, 3500),
          1.4,
        );
        const at = atSeconds + 0.4 + random.next() * 2;
        layAround(scene, grit, { atSeconds: at, gain: 0.25 * random.next(), width: 1 });
      }
    },
  );
};
