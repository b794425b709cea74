import { expect, test } from 'vitest';
import { trackMouth } from '../../../../src-media/avatars/speech/mouth-track.ts';
import { samplesPerFrame, samplesPerSecond } from '../../../../src-media/project-content.ts';

/** Returns a vowel-like sound: a buzz filtered by two resonances. */
function vowel(frames: number, formants: readonly [number, number]): Float32Array {
  const samples = new Float32Array(frames * samplesPerFrame);
  for (let harmonic = 1; harmonic <= 30; harmonic += 1) {
    const frequency = 120 * harmonic;
    const strength = formants.reduce(
      (sum, formant) => sum + 1 / (1 + ((frequency - formant) / 90) ** 2),
      0.004,
    );
    for (let index = 0; index < samples.length; index += 1) {
      samples[index] =
        (samples[index] ?? 0) +
        0.4 * strength * Math.sin((2 * Math.PI * frequency * index) / samplesPerSecond);
    }
  }
  return samples;
}

const ah = [800, 1_200] as const;
const ee = [300, 2_300] as const;
const oo = [320, 800] as const;

function silence(frames: number): Float32Array {
  return new Float32Array(frames * samplesPerFrame);
}

function join(...parts: readonly Float32Array[]): Float32Array {
  return Float32Array.from(parts.flatMap((part) => [...part]));
}

test('the mouth is open where there is sound and shut where there is none', () => {
  const track = trackMouth(join(silence(15), vowel(15, ah), silence(15)), 45);
  const opens = track.map(({ open }) => open);
  expect(Math.max(...opens.slice(0, 12))).toBe(0);
  expect(Math.min(...opens.slice(18, 28))).toBeGreaterThan(0.3);
  expect(Math.max(...opens.slice(36))).toBe(0);
  const first = opens.findIndex((open) => open > 0.1);
  expect(first).toBeGreaterThanOrEqual(13);
  expect(first).toBeLessThanOrEqual(16);
});

test('an ah opens the mouth further than an ee or an oo', () => {
  const track = trackMouth(join(vowel(20, ah), vowel(20, ee), vowel(20, oo)), 60);
  expect(track[14]?.open).toBeGreaterThan((track[34]?.open ?? 1) + 0.1);
  expect(track[14]?.open).toBeGreaterThan((track[54]?.open ?? 1) + 0.1);
});

test('an ee draws the lips wide, an oo rounds them', () => {
  const track = trackMouth(join(vowel(20, ah), vowel(20, ee), vowel(20, oo)), 60);
  expect(track[34]?.wide).toBeGreaterThan(0.4);
  expect(track[54]?.wide).toBeLessThan(-0.1);
});

test('a recording that is quiet all through moves the mouth like a loud one', () => {
  const loud = join(silence(10), vowel(20, ah), silence(10));
  const quiet = loud.map((sample) => sample / 4);
  const opens = (samples: Float32Array) => trackMouth(samples, 40).map(({ open }) => Math.round(open * 100));
  expect(opens(quiet)).toEqual(opens(loud));
});

test('silence leaves the mouth shut for as many frames as asked for', () => {
  const track = trackMouth(silence(5), 30);
  expect(track).toHaveLength(30);
  expect(track.every(({ open, level }) => open === 0 && level === 0)).toBe(true);
});
