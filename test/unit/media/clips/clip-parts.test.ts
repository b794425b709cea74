import { expect, test } from 'vitest';
import { blankPicture } from '../../../../src-media/clips/clip-frames.ts';
import { chooseDialogueVoice } from '../../../../src-media/clips/dialogue/choose-dialogue-voice.ts';
import { ParticleField } from '../../../../src-media/clips/particles/particle-field.ts';
import { chooseParticles } from '../../../../src-media/clips/particles/particle-styles.ts';
import { shareFrames } from '../../../../src-media/clips/shots/shot-sequence.ts';
import { chooseAmbience } from '../../../../src-media/clips/sound/choose-ambience.ts';
import { chooseMove, poseAt } from '../../../../src-media/clips/warp/camera.ts';
import type { EngineVoice } from '../../../../src-media/media-engine.ts';
import { readMentions } from '../../../../src-service/catalogue/entity-mentions.ts';

const voice = (voiceKey: string, languageCode: string, gender: EngineVoice['gender']): EngineVoice => ({
  voiceKey,
  languageCode,
  gender,
  displayName: voiceKey,
  accent: null,
  description: null,
  supportsAllLanguages: false,
});
const voices = [
  voice('us-m', 'en-US', 'MALE'),
  voice('us-f', 'en-US', 'FEMALE'),
  voice('gb-m', 'en-GB', 'MALE'),
  voice('gb-f', 'en-GB', 'FEMALE'),
  voice('de-m', 'de-DE', 'MALE'),
];

test.each([
  ['', 'en', 'us-m'],
  ['a warm woman', 'en', 'us-f'],
  ['posh British lady', 'en', 'gb-f'],
  ['a woman', 'de', 'de-m'],
])('“%s” speaking %s is the voice %s', (description, languageCode, voiceKey) => {
  expect(chooseDialogueVoice(description, voices, languageCode).voiceKey).toBe(voiceKey);
});

test('words for age and pace change pitch and speed', () => {
  expect(chooseDialogueVoice('', voices, 'en')).toMatchObject({ pitch: 1, speed: 1 });
  const old = chooseDialogueVoice('a deep old man, slow', voices, 'en');
  expect(old.pitch).toBeLessThan(0.9);
  expect(old.speed).toBeLessThan(0.85);
  expect(chooseDialogueVoice('an excited child', voices, 'en').pitch).toBeGreaterThan(1.15);
});

test('shots fill their clip without a gap and overlap by their dissolve', () => {
  for (const [count, frames] of [
    [1, 90],
    [3, 100],
    [4, 150],
    [9, 30],
  ] as const) {
    const shots = shareFrames(count, frames);
    expect(shots[0]?.startFrame).toBe(0);
    const last = shots.at(-1);
    expect((last?.startFrame ?? 0) + (last?.durationFrames ?? 0)).toBe(frames);
    shots.slice(1).forEach((shot, index) => {
      const before = shots[index];
      expect(shot.startFrame).toBeLessThanOrEqual((before?.startFrame ?? 0) + (before?.durationFrames ?? 0));
    });
  }
});

test('a camera that starts whole begins with the whole picture and leaves it softly', () => {
  const move = { seconds: 5, startsWhole: true };
  const first = poseAt('pushIn', 0, move);
  expect([first.x, first.y, first.roll].map(Math.abs)).toEqual([0, 0, 0]);
  expect(first.zoom).toBe(1);
  const zooms = Array.from({ length: 150 }, (_, index) => poseAt('pushIn', index / 149, move).zoom);
  const steps = zooms.slice(1).map((zoom, index) => Math.abs(zoom - (zooms[index] ?? 0)));
  expect(Math.max(...steps)).toBeLessThan(0.004);
});

test('words choose the camera, the air and the sound of a place', () => {
  expect(chooseMove('slow zoom out over a lake', 'a')).toBe('pullOut');
  expect(chooseMove('pan left along the wall', 'a')).toBe('panLeft');
  expect(chooseParticles('a snowy village')).toBe('snow');
  expect(chooseParticles('dust in the light of an attic')).toBe('dust');
  expect(chooseParticles('a dust storm over the desert')).toBe('dust');
  expect(chooseParticles('a storm over the desert')).toBe('rain');
  expect(chooseParticles('a quiet kitchen')).toBeNull();
  expect(chooseAmbience('a boat on the sea')).toContain('waves');
  expect(chooseAmbience('a quiet kitchen')).toBeNull();
});

test('the same seed gives the same air, another seed another', () => {
  const drawn = (seed: string) => {
    const picture = blankPicture({ width: 128, height: 72 });
    new ParticleField('snow', seed).draw(picture, 1, 1);
    return picture.data;
  };
  expect(drawn('a').equals(drawn('a'))).toBe(true);
  expect(drawn('a').equals(drawn('b'))).toBe(false);
});

test('mentions of entities become their names', () => {
  const prompt = 'Our @[entity:vg_enti_1|PRODUCT|Kettle] and @[entity:vg_enti_1|PRODUCT|Kettle]';
  expect(readMentions(prompt)).toEqual({ text: 'Our Kettle and Kettle', entityIds: ['vg_enti_1'] });
});
