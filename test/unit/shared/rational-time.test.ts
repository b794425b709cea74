import { expect, test } from 'vitest';
import {
  framesOfTime,
  millisecondsOfFrames,
  rationalTime,
  timeOfFrames,
} from '../../../src-timeline/model/rational-time.ts';

const ntsc = { numerator: 30_000, denominator: 1_001 };

test('an hour of drop-frame frames at 29.97 is the documented number of seconds', () => {
  expect(timeOfFrames(107_892, ntsc)).toEqual(rationalTime(107_999_892n, 30_000n));
  expect(millisecondsOfFrames(107_892, ntsc)).toBe(3_599_997);
});

test('times are reduced and frames come back exactly', () => {
  expect(timeOfFrames(15, { numerator: 30, denominator: 1 })).toEqual({ numerator: 1n, denominator: 2n });
  for (const frames of [0, 1, 7, 1_000_003])
    expect(framesOfTime(timeOfFrames(frames, ntsc), ntsc)).toBe(frames);
});

test('a time between two frames is not rounded but refused', () => {
  expect(() => framesOfTime(rationalTime(1n, 7n), ntsc)).toThrow(RangeError);
  expect(() => rationalTime(1n, 0n)).toThrow(RangeError);
});
