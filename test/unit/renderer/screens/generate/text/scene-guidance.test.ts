import { expect, test } from 'vitest';
import { roomIn, withRange } from '../../../../../../src-renderer/screens/generate/text/scene-guidance.ts';

const range = (description: string, startSeconds: number, endSeconds: number) => ({
  rangeId: description,
  description,
  startSeconds,
  endSeconds,
});

test('a range for a scene joins the others in the order of their times, whichever order they had', () => {
  const guidance = [range('A', 20, 25), range('C', 25, 30), range('B', 5, 10)];
  const all = withRange(guidance, range('new', 10, 20));
  expect(all.map(({ description }) => description)).toEqual(['B', 'new', 'A', 'C']);
  const scene = { startSeconds: 8, endSeconds: 22 };
  expect([guidance, all].map((each) => roomIn(each, scene))).toEqual([
    { startSeconds: 10, endSeconds: 20 },
    null,
  ]);
});
