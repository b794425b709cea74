import { expect, test } from 'vitest';
import { soundsBetween } from '../../../../../src-timeline/model/playing/sounds-between.ts';
import { audioMedia, audioTrack, clip, gap, timelineOf } from '../../formats/sample-timelines.ts';

const voice = audioMedia('voice', 200, 1);
const music = audioMedia('music', 400, 2);

function cutOf(...tracks: readonly ReturnType<typeof audioTrack>[]) {
  return timelineOf({ media: [voice, music], tracks });
}

test('returns the part of each sound between two frames, from its media frame on', () => {
  const cut = cutOf(
    audioTrack('A1', 'dialogue', gap(20), clip(voice, 40, { sourceStartFrame: 10 })),
    audioTrack('A2', 'music', clip(music, 100, { speed: 2 })),
    audioTrack('A3', 'effects', clip(music, 100, { isDisabled: true })),
    audioTrack('A4', 'effects', clip(voice, 100, { isReversed: true })),
  );
  const parts = soundsBetween(cut, 30, 70).map(({ trackIndex, startFrame, endFrame, sourceFrame }) => [
    trackIndex,
    startFrame,
    endFrame,
    sourceFrame,
  ]);
  expect(parts).toEqual([
    [0, 30, 60, 20],
    [1, 30, 70, 60],
  ]);
  expect(soundsBetween(cut, 60, 70).map(({ trackIndex }) => trackIndex)).toEqual([1]);
});

test('gives the gain wherever it changes: levels in decibels, times fades, mono 3 dB lower', () => {
  const levels = [
    { frame: 0, levelDb: 0 },
    { frame: 10, levelDb: 0 },
    { frame: 12, levelDb: -20 },
  ];
  const fades = { inFrames: 2, outFrames: 0 };
  const cut = cutOf(
    audioTrack('A1', 'music', gap(5), clip(music, 100, { levels, fades })),
    audioTrack('A2', 'dialogue', clip(voice, 100, { levels: [{ frame: 0, levelDb: -96 }] })),
    audioTrack('A3', 'dialogue', clip(voice, 100)),
  );
  const [ducked, silent, plain] = soundsBetween(cut, 0, 50).map(({ gains }) =>
    gains.map(({ frame, gain }) => [frame, Number(gain.toFixed(4))]),
  );
  expect(ducked).toEqual([
    [5, 0],
    [6, 0.5],
    [7, 1],
    [15, 1],
    [16, 0.3162],
    [17, 0.1],
    [50, 0.1],
  ]);
  expect(silent).toEqual([
    [0, 0],
    [50, 0],
  ]);
  expect(plain).toEqual([
    [0, 0.7071],
    [50, 0.7071],
  ]);
});
