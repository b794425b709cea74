import { expect, test } from 'vitest';
import { diffCuts } from '../../../../src-timeline/diff/diff-cuts.ts';
import { sentenceOf } from '../../../../src-timeline/diff/sentences.ts';
import type { Clip, Timeline, Track } from '../../../../src-timeline/model/timeline.ts';
import {
  audioMedia,
  audioTrack,
  clip,
  gap,
  stillMedia,
  timelineOf,
  videoTrack,
} from '../formats/sample-timelines.ts';

const numbers = [1, 2, 3, 4, 5];
const stills = numbers.map((number) => stillMedia(`still-${String(number)}`));
const voices = numbers.map((number) => audioMedia(`voice-${String(number)}`, 300, 1));
const [firstStill] = stills;
const [firstVoice] = voices;
if (!firstStill || !firstVoice) throw new Error('There are no media.');

const still = (number: number, more: Partial<Clip> = {}): Clip =>
  clip(stills[number - 1] ?? firstStill, 100, { linkId: `s${String(number)}`, ...more });
const voice = (number: number, more: Partial<Clip> = {}): Clip =>
  clip(voices[number - 1] ?? firstVoice, 100, { linkId: `s${String(number)}`, ...more });

const cutOf = (pictures: Track['items'], sounds: Track['items']): Timeline =>
  timelineOf({
    frameRate: { numerator: 25, denominator: 1 },
    media: [...stills, ...voices],
    tracks: [videoTrack('Pictures', ...pictures), audioTrack('Speech', 'dialogue', ...sounds)],
  });
const pictures = numbers.map((number) => still(number));
const sounds = numbers.map((number) => voice(number));
const delivered = cutOf(pictures, sounds);

const sentences = (after: Timeline): readonly string[] =>
  diffCuts(delivered, after).edits.map(({ message }) => sentenceOf(message));

test('tells pictures that slid against their sound after one was taken out without its sound', () => {
  expect(sentences(cutOf(pictures.toSpliced(2, 1), sounds))).toEqual([
    'Scene 3: picture “still-3.png” removed',
    'Scenes 4 to 5: picture 4 s before its sound',
  ]);
});

test('tells pictures that slid behind a hole, and not that everything moved', () => {
  expect(sentences(cutOf([...pictures.slice(0, 3), gap(25), ...pictures.slice(3)], sounds))).toEqual([
    'Scenes 4 to 5: picture 1 s after its sound',
  ]);
});

test('tells sounds that slid behind a hole, and not that everything moved', () => {
  expect(sentences(cutOf(pictures, [...sounds.slice(0, 3), gap(25), ...sounds.slice(3)]))).toEqual([
    'Scenes 4 to 5: picture 1 s before its sound',
  ]);
});

test('tells slides by different lengths one by one', () => {
  const shorter = pictures
    .with(1, still(2, { durationFrames: 75 }))
    .with(3, still(4, { durationFrames: 50 }));
  expect(sentences(cutOf(shorter, sounds))).toEqual([
    'Scene 2: picture “still-2.png” shortened by 1 s at its end',
    'Scenes 3 to 4: picture 1 s before its sound',
    'Scene 4: picture “still-4.png” shortened by 2 s at its end',
    'Scene 5: picture 3 s before its sound',
  ]);
});

test('calls neither a scene removed with its sound nor a dissolve taken off a slide', () => {
  expect(sentences(cutOf(pictures.toSpliced(2, 1), sounds.toSpliced(2, 1)))).toEqual(['Scene 3 removed']);
  const dissolve = { style: 'FADE', durationFrames: 24, framesBeforeCut: 12 } as const;
  const soft = cutOf(
    [
      still(1),
      still(2, { durationFrames: 112 }),
      still(3, { transition: dissolve, durationFrames: 88 }),
      ...pictures.slice(3),
    ],
    sounds,
  );
  expect(diffCuts(soft, delivered).edits.map(({ kind }) => kind)).not.toContain('slid');
  expect(diffCuts(delivered, soft).edits.map(({ kind }) => kind)).not.toContain('slid');
});

test('tells a still that the clip before it covers shortened at its start, in one row with its sound', () => {
  const covered = cutOf(
    pictures.with(1, still(2, { durationFrames: 120 })).with(2, still(3, { durationFrames: 80 })),
    sounds
      .with(1, voice(2, { durationFrames: 120 }))
      .with(2, voice(3, { durationFrames: 80, sourceStartFrame: 20 })),
  );
  expect(sentences(covered)).toEqual([
    'Scene 2 lengthened by 0.8 s at its end',
    'Scene 3 shortened by 0.8 s at its start',
  ]);
  const back = diffCuts(covered, delivered).edits.map(({ message }) => sentenceOf(message));
  expect(back).toEqual(['Scene 2 shortened by 0.8 s at its end', 'Scene 3 lengthened by 0.8 s at its start']);
});

test('tells a still shortened at its start by its sound, where everything after it moved up', () => {
  const cut = cutOf(
    pictures.with(2, still(3, { durationFrames: 80 })),
    sounds.with(2, voice(3, { durationFrames: 80, sourceStartFrame: 20 })),
  );
  expect(sentences(cut)).toEqual(['Scene 3 shortened by 0.8 s at its start']);
  const atEnd = cutOf(
    pictures.with(2, still(3, { durationFrames: 80 })),
    sounds.with(2, voice(3, { durationFrames: 80 })),
  );
  expect(sentences(atEnd)).toEqual(['Scene 3 shortened by 0.8 s at its end']);
});

test('gives the level of changed keyframes at their loudest point', () => {
  const soundWith = (more: Partial<Clip>): readonly string[] =>
    sentences(cutOf(pictures, sounds.with(1, voice(2, more))));
  const ducked = [
    { frame: 0, levelDb: 4 },
    { frame: 50, levelDb: -20 },
  ];
  expect(soundWith({ levels: ducked })).toEqual([
    'Scene 2: sound “voice-2.wav” 4 dB higher at its loudest point',
  ]);
  expect(soundWith({ levels: ducked.with(0, { frame: 0, levelDb: 0 }) })).toEqual([
    'Scene 2: sound “voice-2.wav”: level keyframes changed',
  ]);
  // The point at frame 200 is beyond the end of the clip.
  expect(
    soundWith({
      levels: [
        { frame: 0, levelDb: -6 },
        { frame: 98, levelDb: -7 },
        { frame: 200, levelDb: 12 },
      ],
    }),
  ).toEqual(['Scene 2: sound “voice-2.wav” 6 dB lower at its loudest point']);
  expect(soundWith({ fades: { inFrames: 10, outFrames: 0 } })).toEqual([
    'Scene 2: sound “voice-2.wav” fades differently',
  ]);
});
