import { expect, test, vi } from 'vitest';
import { measureLoudness } from '../../../../src-media/audio/measure-loudness.ts';
import { truePeaks } from '../../../../src-media/audio/true-peak.ts';
import { chooseAmbience } from '../../../../src-media/clips/sound/choose-ambience.ts';
import { makeMusic } from '../../../../src-media/sounds/compose-music.ts';
import { filter } from '../../../../src-media/sounds/dsp/filter.ts';
import type { Stereo } from '../../../../src-media/sounds/dsp/stereo.ts';
import { effectFamilies } from '../../../../src-media/sounds/effects/effect-families.ts';
import { readEffectPrompt } from '../../../../src-media/sounds/effects/read-effect-prompt.ts';
import { makeEffect } from '../../../../src-media/sounds/generate-effect.ts';
import { musicStyles } from '../../../../src-media/sounds/music/music-style.ts';
import { planPiece } from '../../../../src-media/sounds/music/plan-piece.ts';
import { readMusicPrompt } from '../../../../src-media/sounds/music/read-music-prompt.ts';

vi.setConfig({ testTimeout: 30_000 });

const rate = 48_000;

const bytesOf = (samples: Float32Array) => Buffer.from(samples.buffer);

function peakDb({ left, right }: Stereo): number {
  const peak = [left, right].map((channel) =>
    truePeaks(channel, 0.5).reduce((most, own) => Math.max(most, own), 0),
  );
  return 20 * Math.log10(Math.max(...peak));
}

const meanOf = (samples: Float32Array) => samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
const energyOf = (samples: Float32Array) =>
  samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;

/** Returns zero crossings per second, which rise with the brightness of a sound. */
function brightness({ left }: Stereo): number {
  let crossings = 0;
  left.forEach((sample, index) => (sample < 0 !== (left[index - 1] ?? 0) < 0 ? (crossings += 1) : 0));
  return (crossings / left.length) * rate;
}

const effect = (prompt: string, seed = 'a', durationSeconds = 2) =>
  makeEffect({ prompt, seed, durationSeconds, promptInfluence: 0.5 });

test.each(effectFamilies.map(({ name, words }) => [name, words.split(' ')[0] ?? name] as const))(
  'an effect of the family %s is heard, as long as asked for, without clipping, clicks at its ends or an offset',
  (_name, word) => {
    const sound = effect(word.replaceAll('-', ' '), 'a', 1);
    expect(sound.left.length).toBe(rate);
    expect(peakDb(sound)).toBeLessThan(-1);
    expect(energyOf(sound.left)).toBeGreaterThan(1e-6);
    expect(Math.abs(meanOf(sound.left))).toBeLessThan(0.002);
    expect(Math.abs(sound.left[0] ?? 1)).toBeLessThan(0.01);
    expect(Math.abs(sound.right.at(-1) ?? 1)).toBeLessThan(0.01);
  },
);

test('the same words and seed give the same sound, another seed another one', () => {
  const first = bytesOf(effect('rain', 'a', 1).left);
  expect(bytesOf(effect('rain', 'a', 1).left).equals(first)).toBe(true);
  expect(bytesOf(effect('rain', 'b', 1).left).equals(first)).toBe(false);
});

test('a sound that cannot be made is refused, and no other one is made in its place', () => {
  for (const prompt of ['A dog barks twice', 'qwertz']) {
    expect(() => effect(prompt)).toThrow(expect.objectContaining({ code: 'unknown_sound' }) as Error);
  }
});

test.each(['forest', 'night', 'space', 'market', 'desert', 'lake', 'storm', 'street', 'fire', 'island'])(
  'the sound behind a clip of a %s can be made',
  (place) => {
    expect(readEffectPrompt(chooseAmbience(place) ?? '').families.length).toBeGreaterThan(0);
  },
);

test('a prompt is read for what sounds, in order, and not for parts of longer words', () => {
  const names = (prompt: string) => readEffectPrompt(prompt).families.map(({ name }) => name);
  expect(names('Rain on a window with distant thunder')).toEqual(['rain', 'thunder']);
  expect(names('wind chimes')).toEqual(['chime']);
  expect(names('fire engine siren passing')).toContain('siren');
  expect(readEffectPrompt('huge deep impact').pitch).toBeLessThan(readEffectPrompt('small impact').pitch);
});

test('large things sound lower than small ones', () => {
  expect(brightness(effect('small high bell'))).toBeGreaterThan(brightness(effect('huge deep bell')) * 1.3);
});

test.each(musicStyles.map(({ name }) => [name]))(
  'music of the kind %s keeps its loudness, its peaks, its middle and its highs, and dies away at the end',
  async (name) => {
    const piece = await makeMusic(name, { durationSeconds: 6, seed: 'a' });
    expect(piece.left.length).toBe(6 * rate);
    expect(Math.abs(measureLoudness(piece.left, piece.right) + 16)).toBeLessThan(1);
    expect(peakDb(piece)).toBeLessThan(-1);
    expect(Math.abs(meanOf(piece.left))).toBeLessThan(0.001);
    expect(energyOf(filter(piece.left.slice(), 'high', 800)) / energyOf(piece.left)).toBeGreaterThan(0.2);
    const end = energyOf(piece.left.slice(-rate / 10));
    expect(end).toBeLessThan(energyOf(piece.left) / 100);
    expect(bytesOf(piece.left).equals(bytesOf(piece.right))).toBe(false);
  },
);

test('the same prompt and seed give the same piece, another seed another one', async () => {
  const play = async (seed: string) => bytesOf((await makeMusic('calm', { durationSeconds: 4, seed })).left);
  const first = await play('a');
  expect((await play('a')).equals(first)).toBe(true);
  expect((await play('b')).equals(first)).toBe(false);
});

test('a music prompt is read for its kind, tempo and key', () => {
  expect(readMusicPrompt('Epic orchestral trailer', 'a').style.name).toBe('cinematic');
  expect(readMusicPrompt('lo-fi hip hop to study', 'a').style.name).toBe('lofi');
  expect(readMusicPrompt('something', 'a').style.name).toBe('corporate');
  expect(readMusicPrompt('jazz at 140 bpm in F# minor', 'a')).toMatchObject({
    tempo: 140,
    rootPitch: 6,
    scale: 'minor',
  });
  expect(readMusicPrompt('rock without drums', 'a').hasDrums).toBe(false);
});

test.each([4, 9, 15, 30, 61, 180, 300])(
  'a piece of %s seconds has whole bars near the tempo and room for its end',
  (seconds) => {
    for (const style of musicStyles) {
      const wish = readMusicPrompt(style.name, 'a');
      const plan = planPiece(wish, seconds);
      expect(plan.endingAt).toBeLessThan(seconds - 0.9);
      expect(plan.sections.reduce((bars, section) => bars + section.bars, 0)).toBe(plan.bars);
      if (seconds >= 15) expect(Math.abs(60 / plan.beatSeconds / wish.tempo - 1)).toBeLessThan(0.2);
    }
  },
);
