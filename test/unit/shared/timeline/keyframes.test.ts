import { expect, test } from 'vitest';
import { atSpeed, type Keyframe } from '../../../../src-shared/timeline/keyframes.ts';

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
