import { expect, test } from 'vitest';
import type { CutEvent, EventPair } from '../../../../src-timeline/diff/match/cut-event.ts';
import { deliveredEvents } from '../../../../src-timeline/diff/match/normalise.ts';
import { leastDifferences } from '../../../../src-timeline/diff/value-courses.ts';
import { atSpeed, joinKeyframes, type Keyframe } from '../../../../src-timeline/model/keyframes.ts';
import { audioMedia, audioTrack, clip, timelineOf } from '../formats/sample-timelines.ts';

const keyframes = (...points: readonly (readonly [frame: number, value: number])[]): readonly Keyframe[] =>
  points.map(([frame, value]) => ({ frame, values: [value] }));

test('leaves a step a step when a clip is played faster', () => {
  const ducked = keyframes([0, 0], [60, 0], [61, -60], [90, -60], [91, 0]);
  expect(atSpeed(ducked, 4)).toEqual(keyframes([0, 0], [15, 0], [16, -60], [23, -60], [24, 0]));
});

test('keeps one keyframe a frame where many are crowded together', () => {
  const crowded = keyframes(...Array.from({ length: 40 }, (_, frame) => [frame, frame] as const));
  const fast = atSpeed(crowded, 4);
  expect(fast.map(({ frame }) => frame)).toEqual(Array.from({ length: 12 }, (_, frame) => frame));
});

/** Returns keyframes that count the reads of their frames. */
function countedKeyframes(length: number): {
  readonly points: readonly Keyframe[];
  readonly looks: () => number;
} {
  let looks = 0;
  const points = Array.from({ length }, (_, index) => ({
    get frame(): number {
      looks += 1;
      return index;
    },
    values: [index % 7],
  }));
  return { points, looks: () => looks };
}

/** Returns a pair of unedited sounds. */
function pairOfSounds(durationFrames: number): EventPair {
  const sound = audioMedia('sound', durationFrames, 1);
  const tracks = [audioTrack('Sound', 'effects', clip(sound, durationFrames))];
  const [event] = deliveredEvents(timelineOf({ media: [sound], tracks })).events as [CutEvent];
  return { before: event, after: event };
}

const lengths = [1000, 2000] as const;

test('joins keyframes with as many steps as there are keyframes', () => {
  const counts = lengths.map((length) => {
    const { points, looks } = countedKeyframes(length);
    expect(joinKeyframes(points, points)).toHaveLength(length);
    return looks();
  });
  expect(counts[1]).toBeLessThan(2.2 * (counts[0] ?? 0));
});

test('compares the courses of two clips with as many steps as there are keyframes', () => {
  const counts = lengths.map((length) => {
    const before = countedKeyframes(length);
    const after = countedKeyframes(length);
    const rows = leastDifferences(before.points, after.points, pairOfSounds(length), 0);
    expect(rows.every(([difference]) => difference === 0)).toBe(true);
    return before.looks() + after.looks();
  });
  expect(counts[1]).toBeLessThan(2.2 * (counts[0] ?? 0));
});

test('compares courses of more keyframes than a call can take', () => {
  const points = Array.from({ length: 100_000 }, (_, frame) => ({ frame, values: [frame % 7] }));
  const changed = [...points.slice(0, -1), { frame: 99_999, values: [30] }];
  const rows = leastDifferences(points, changed, pairOfSounds(100_000), 0);
  expect(rows.filter(([difference]) => difference !== 0)).not.toEqual([]);
});
