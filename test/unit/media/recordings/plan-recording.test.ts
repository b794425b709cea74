import fc from 'fast-check';
import { expect, test } from 'vitest';
import { samplesPerFrame, samplesPerSecond } from '../../../../src-media/project-content.ts';
import { phrasesOfSound, phrasesOfWords } from '../../../../src-media/recordings/phrases.ts';
import { planRecording } from '../../../../src-media/recordings/plan-recording.ts';
import { cpuMsOf } from '../../../support/cpu-ms.ts';

const options = { pacing: 'MEDIUM', maxScenes: 100 } as const;

/** Returns words of half a second each; a number is a pause in seconds. */
function transcript(...parts: (string | number)[]) {
  let at = 0;
  return parts.flatMap((part) => {
    const startSeconds = at;
    at += typeof part === 'number' ? part : 0.5;
    return typeof part === 'number' ? [] : [{ word: part, startSeconds, endSeconds: at }];
  });
}

test('sentences end at full stops and at long pauses, paragraphs begin after longer ones', () => {
  const words = transcript('Harbour', 'lights.', 'The', 'boats', 0.8, 'come', 'in', 1.5, 'Slowly.');
  const phrases = phrasesOfWords(words, 60 * samplesPerSecond);
  expect(phrases.map((phrase) => phrase.words.map(({ word }) => word).join(' '))).toEqual([
    'Harbour lights.',
    'The boats',
    'come in',
    'Slowly.',
  ]);
  expect(phrases.map(({ startsParagraph }) => startsParagraph)).toEqual([true, false, false, true]);
});

test('scenes are cut in the middle of pauses, and every word stands in its scene’s text', () => {
  const sentence = ['One', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine.'];
  const words = transcript(...sentence, 1, ...sentence, 1, ...sentence);
  const scenes = planRecording(phrasesOfWords(words, 20 * samplesPerSecond), 20 * samplesPerSecond, options);
  expect(scenes.map(({ startFrame }) => startFrame)).toEqual([0, 150, 315]);
  expect(scenes.map(({ durationFrames }) => durationFrames)).toEqual([150, 165, 285]);
  for (const scene of scenes) {
    expect(scene.text).toBe(sentence.join(' '));
    expect(scene.words.map((word) => scene.text.slice(word.textStart, word.textEnd))).toEqual(sentence);
  }
  expect(scenes[1]?.words[0]?.startSample).toBe(samplesPerSecond * 0.5);
});

test('an hour and a half of words without a full stop is cut in a moment', () => {
  const words = transcript(...Array.from({ length: 10_000 }, () => 'word'));
  const phrases = phrasesOfWords(words, 5_000 * samplesPerSecond);
  const plan = () => planRecording(phrases, 5_000 * samplesPerSecond, { pacing: 'FAST', maxScenes: 2_000 });
  expect(cpuMsOf(plan)).toBeLessThan(3_000);
});

test('a recording without a transcript is cut where it is quiet', () => {
  const samples = new Float32Array(24 * samplesPerSecond);
  for (const second of [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 14, 15, 16, 17, 18]) {
    for (let index = 0; index < samplesPerSecond; index += 1) {
      samples[second * samplesPerSecond + index] = Math.sin(index / 9) / 3;
    }
  }
  const phrases = phrasesOfSound(samples);
  const scenes = planRecording(phrases, samples.length, options);
  expect(scenes.map(({ startFrame }) => startFrame / 30)).toEqual([0, 5.5, 12.5]);
  expect(scenes.map(({ startsParagraph }) => startsParagraph)).toEqual([true, false, true]);
  expect(scenes.every(({ text }) => text === '')).toBe(true);
});

test('scenes follow one another without holes and are as long together as the recording', () => {
  const part = fc.oneof(
    fc.constantFrom('word', 'stop.', '港', 'wait?'),
    fc.double({ min: 0.01, max: 4, noNaN: true }),
  );
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 120 }),
      fc.integer({ min: 1, max: 20 }),
      (parts, maxScenes) => {
        const words = transcript('First', ...parts);
        const total = Math.round(((words.at(-1)?.endSeconds ?? 0) + 0.3) * samplesPerSecond);
        const scenes = planRecording(phrasesOfWords(words, total), total, { pacing: 'FAST', maxScenes });
        expect(scenes.length).toBeLessThanOrEqual(maxScenes);
        let at = 0;
        for (const scene of scenes) {
          expect(scene.startFrame).toBe(at);
          expect(scene.durationFrames).toBeGreaterThan(0);
          at += scene.durationFrames;
          for (const word of scene.words) {
            expect(word.startSample).toBeLessThanOrEqual(word.endSample);
            expect(word.endSample).toBeLessThanOrEqual(scene.durationFrames * samplesPerFrame);
          }
        }
        expect(at).toBe(Math.ceil(total / samplesPerFrame));
        expect(scenes.flatMap((scene) => scene.words)).toHaveLength(words.length);
      },
    ),
    { numRuns: 150 },
  );
});

test.each(['FAST', 'MEDIUM', 'SLOW'] as const)(
  'captions that stand long are cut into scenes of a sensible length at the pacing %s',
  (pacing) => {
    const caption = fc.record({
      word: fc.constantFrom('[Music]', 'A long line', 'Hello.'),
      pause: fc.double({ min: 0, max: 3, noNaN: true }),
      seconds: fc.double({ min: 0.5, max: 90, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(caption, { minLength: 1, maxLength: 12 }), (captions) => {
        let at = 0;
        const words = captions.map(({ word, pause, seconds }) => {
          const startSeconds = at + pause;
          at = startSeconds + seconds;
          return { word, startSeconds, endSeconds: at };
        });
        const total = Math.round(at * samplesPerSecond);
        const scenes = planRecording(phrasesOfWords(words, total), total, { pacing, maxScenes: 500 });
        const lengths = scenes.map(({ durationFrames }) => durationFrames);
        const frames = Math.ceil(total / samplesPerFrame);
        expect(Math.min(...lengths)).toBeGreaterThanOrEqual(Math.min(15, frames));
        expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(frames);
        expect(scenes.flatMap((scene) => scene.words)).toHaveLength(words.length);
      }),
      { numRuns: 100 },
    );
  },
);

test('a word that lasts a minute stands in one scene, and the scenes around it are as long as any', () => {
  const total = 60 * samplesPerSecond;
  const words = [{ word: 'A long line of text', startSeconds: 0, endSeconds: 60 }];
  const scenes = planRecording(phrasesOfWords(words, total), total, { pacing: 'SLOW', maxScenes: 100 });
  expect(scenes.map(({ durationFrames }) => durationFrames)).toEqual([360, 360, 360, 360, 360]);
});
