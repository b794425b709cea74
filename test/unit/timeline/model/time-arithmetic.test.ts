import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addTimes,
  nearestFramesOfTime,
  rationalTime,
  subtractTimes,
  timeOfFrames,
} from '../../../../src-timeline/model/rational-time.ts';
import { rates } from '../formats/sample-timelines.ts';

const times = fc
  .tuple(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), fc.bigInt({ min: 1n, max: 10n ** 6n }))
  .map(([numerator, denominator]) => rationalTime(numerator, denominator));

test('sums are exact and differences undo them', () => {
  expect(addTimes(rationalTime(1n, 3n), rationalTime(1n, 6n))).toEqual(rationalTime(1n, 2n));
  fc.assert(
    fc.property(times, times, (a, b) => {
      expect(subtractTimes(addTimes(a, b), b)).toEqual(a);
    }),
  );
});

test('a time between two frames goes to the nearer one, halfway to the later, also before zero', () => {
  const nearest = (thirtieths: number): number =>
    nearestFramesOfTime(rationalTime(BigInt(thirtieths * 10), 300n), rates[30]);
  expect([0, 0.4, 0.5, 0.6, 1, 1.5, -0.4, -0.5, -0.6, -1, -1.5].map(nearest)).toEqual([
    0, 0, 1, 1, 1, 2, 0, 0, -1, -1, -1,
  ]);
});

test('a time on a frame goes to that frame at every rate', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -(10 ** 7), max: 10 ** 7 }),
      fc.constantFrom(...Object.values(rates)),
      (frames, rate) => {
        expect(nearestFramesOfTime(timeOfFrames(frames, rate), rate)).toBe(frames);
      },
    ),
  );
});
