import { filter } from '../dsp/filter.ts';
import { brownNoise, envelope, generate, pinkNoise, ring, strike, whiteNoise } from '../dsp/generate.ts';
import {
  type EffectPainter,
  type EffectScene,
  layAround,
  laySpread,
  repeat,
  swell,
  vary,
} from './effect-scene.ts';

/** Rain: distant drops as a background, and near ones in front. */
export const rain: EffectPainter = (scene) => {
  const { random, seconds, weight } = scene;
  const level = swell(scene, 0.2, 0.75, 1);
  laySpread(
    scene,
    () => {
      const bed = filter(whiteNoise(random, seconds), 'high', vary(scene, 900));
      return envelope(
        filter(bed, 'low', vary(scene, 6500 * Math.sqrt(scene.pitch))),
        (at) => 0.16 * level(at),
      );
    },
    Math.sqrt(weight),
  );
  laySpread(scene, () => filter(pinkNoise(random, seconds), 'low', 420), 0.3 * weight);
  repeat(scene, { everySeconds: 0.014 / weight, lengthSeconds: 0.1, unevenness: 1 }, (atSeconds) => {
    const hz = random.between(1500, 6000) * scene.pitch;
    const drop = envelope(whiteNoise(random, 0.02), strike(0.0005, random.between(0.006, 0.02)));
    const gain = random.next() ** 3 * 0.9;
    layAround(scene, filter(drop, 'band', hz, 3), { atSeconds, gain, width: 1 });
  });
};

/** Wind: gusts of narrow-band noise with a moving frequency, and a whistle on top. */
export const wind: EffectPainter = (scene) => {
  const { random, seconds, weight, pitch } = scene;
  const gust = swell(scene, 0.45, 0.08, 1);
  laySpread(
    scene,
    () => {
      const wander = swell(scene, 0.7, 0.8, 1.3);
      const body = filter(
        pinkNoise(random, seconds),
        'band',
        (at) => 260 * pitch * wander(at) * (0.6 + gust(at)),
        1.2,
      );
      return envelope(body, (at) => 2.2 * gust(at) ** 1.5);
    },
    weight,
  );
  laySpread(
    scene,
    () => {
      const wander = swell(scene, 0.9, 0.85, 1.25);
      const whistle = filter(
        whiteNoise(random, seconds),
        'band',
        (at) => 780 * pitch * wander(at) * (0.7 + 0.5 * gust(at)),
        14,
      );
      return envelope(whistle, (at) => gust(at) ** 3);
    },
    0.9,
  );
  laySpread(scene, () => filter(brownNoise(random, seconds), 'low', 140), 0.5 * weight);
};

/** Waves that come in, break and run out over the sand. */
export const ocean: EffectPainter = (scene) => {
  const { random, seconds, pitch } = scene;
  laySpread(scene, () => filter(brownNoise(random, seconds), 'low', 220 * pitch), 0.35);
  laySpread(scene, () => filter(pinkNoise(random, seconds), 'band', 700, 0.6), 0.12);
  const period = 5.2 / scene.pace;
  for (let at = -period * 0.55; at < seconds; at += vary(scene, period, 0.35)) breakWave(scene, at);
};

function breakWave(scene: EffectScene, atSeconds: number): void {
  const { random, pace } = scene;
  const rise = vary(scene, 2.1 / pace);
  const run = vary(scene, 3.6 / pace);
  const curve = (at: number) =>
    at < rise
      ? (at / rise) ** 3
      : Math.exp((-3.2 * (at - rise)) / run) * (1 - ((at - rise) / (run * 1.6)) ** 2);
  for (const pan of [-0.7, 0.7]) {
    const wave = pinkNoise(random, rise + run);
    filter(wave, 'low', (at) =>
      at < rise ? 400 + 3800 * (at / rise) ** 2 : 4200 * Math.exp((rise - at) / run) + 900,
    );
    filter(wave, 'high', 130);
    envelope(wave, (at) => Math.max(0, curve(at)));
    layAround(scene, wave, { atSeconds: atSeconds + random.between(0, 0.25), gain: vary(scene, 1.5), pan });
  }
}

/** Thunder: a crack, then fading rumble. */
export const thunder: EffectPainter = (scene) => {
  repeat(
    scene,
    { everySeconds: 7, lengthSeconds: Math.min(5, scene.seconds * 0.9), unevenness: 0.5 },
    (at, index) => {
      const distance = index % 2 === 0 ? 0.15 : scene.random.next();
      rollThunder(scene, at, distance);
    },
  );
};

function rollThunder(scene: EffectScene, atSeconds: number, distance: number): void {
  const { random, pitch } = scene;
  for (let crack = 0; crack < 5 && distance < 0.6; crack += 1) {
    const burst = envelope(whiteNoise(random, 0.35), strike(0.002, random.between(0.08, 0.3)));
    filter(burst, 'low', 4500 * (1 - distance));
    const at = atSeconds + crack * random.between(0.02, 0.09);
    layAround(scene, burst, { atSeconds: at, gain: (0.9 - distance) * random.between(0.3, 0.8) });
  }
  const length = 5.5;
  for (const pan of [-0.6, 0.6]) {
    const roll = swell(scene, 3, 0.25, 1);
    const rumble = filter(
      brownNoise(random, length),
      'low',
      (at) => (160 + 500 * (1 - distance) * Math.exp(-at * 1.4)) * pitch,
      0.8,
    );
    envelope(
      rumble,
      (at) => Math.min(1, at / (0.02 + distance * 0.6)) * Math.exp(-0.75 * at) * roll(at) * 2.6,
    );
    layAround(scene, rumble, { atSeconds, gain: 1, pan });
  }
}

/** Fire: crackle over a swelling roar. */
export const fire: EffectPainter = (scene) => {
  const { random, seconds, weight, pitch } = scene;
  const breath = swell(scene, 2.2, 0.5, 1);
  laySpread(
    scene,
    () => envelope(filter(brownNoise(random, seconds), 'band', 180 * pitch, 0.7), breath),
    1.1 * weight,
  );
  laySpread(
    scene,
    () => envelope(filter(pinkNoise(random, seconds), 'high', 1800), (at) => 0.1 * breath(at)),
    1,
  );
  repeat(scene, { everySeconds: 0.045 / weight, lengthSeconds: 0.1, unevenness: 1 }, (atSeconds) => {
    const isPop = random.chance(0.08);
    const snap = envelope(
      whiteNoise(random, 0.05),
      strike(0.0004, isPop ? 0.035 : random.between(0.003, 0.012)),
    );
    filter(snap, 'band', random.between(isPop ? 500 : 1500, isPop ? 1600 : 7000) * pitch, 1.5);
    layAround(scene, snap, { atSeconds, gain: isPop ? 2.4 : 1.3 * random.next() ** 2, width: 0.7 });
  });
};

/** Bubbles as short rising sines. */
export const waterDrop: EffectPainter = (scene) => {
  const { pitch } = scene;
  repeat(scene, { everySeconds: 1.1 / scene.weight, lengthSeconds: 0.8, unevenness: 0.5 }, (atSeconds) => {
    const hz = vary(scene, 900 * pitch, 0.6);
    let phase = 0;
    const plop = generate(0.16, (at) => {
      phase += (2 * Math.PI * hz * (1 + 5 * at)) / 48_000;
      return Math.sin(phase) * Math.exp(-34 * at) * Math.min(1, at / 0.002);
    });
    layAround(scene, plop, { atSeconds: atSeconds + 0.02, gain: 0.8, width: 0.5 });
    const splash = ring(0.05, [{ hz: hz * 2.7, gain: 0.25, decaySeconds: 0.03 }]);
    layAround(scene, splash, { atSeconds, gain: 0.5 });
  });
};
