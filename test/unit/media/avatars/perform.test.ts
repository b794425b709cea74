import { expect, test } from 'vitest';
import { perform } from '../../../../src-media/avatars/performance/perform.ts';
import type { MouthFrame } from '../../../../src-media/avatars/speech/mouth-track.ts';

const speech: MouthFrame[] = Array.from({ length: 900 }, (_, index) => {
  const level = index % 60 < 40 ? 0.8 : 0;
  return { open: level * 0.6, wide: 0, level };
});

test('a performance has a pose for every frame, with the mouth as it was heard', () => {
  const poses = perform(speech, 'a');
  expect(poses.map(({ open }) => open)).toEqual(speech.map(({ open }) => open));
});

test('eyes blink every few seconds and are open again after it', () => {
  const lids = perform(speech, 'a').map(({ blink }) => blink);
  const blinks = lids.filter((lid, index) => lid === 1 && lids[index - 1] !== 1).length;
  expect(blinks).toBeGreaterThanOrEqual(5);
  expect(blinks).toBeLessThanOrEqual(14);
  expect(lids.filter((lid) => lid === 0).length).toBeGreaterThan(800);
});

test('the head moves all the time, never in jumps and never far', () => {
  const poses = perform(speech, 'a');
  for (const [index, pose] of poses.entries()) {
    const before = poses[index - 1] ?? pose;
    for (const part of ['tilt', 'turn', 'nod', 'brow'] as const) {
      expect(Math.abs(pose[part])).toBeLessThanOrEqual(1.2);
      expect(Math.abs(pose[part] - before[part])).toBeLessThan(0.15);
    }
  }
  expect(new Set(poses.map(({ turn }) => turn.toFixed(3))).size).toBeGreaterThan(100);
});

test('the same seed plays the same, another one differently', () => {
  expect(perform(speech, 'a')).toEqual(perform(speech, 'a'));
  expect(perform(speech, 'b')).not.toEqual(perform(speech, 'a'));
});
