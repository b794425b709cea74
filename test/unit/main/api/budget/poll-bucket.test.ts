import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PollBucket } from '../../../../../src-main/api/budget/poll-bucket.ts';

const hourMs = 3_600_000;
const standing = (limit: number, spendable = limit * 0.9, msToReset = hourMs) => ({
  limit,
  spendable,
  msToReset,
});

test('after a burst the polls of an hour are spread at 60 % of the limit', () => {
  const bucket = new PollBucket(0);
  let count = 0;
  while (bucket.take(0, standing(5_000))) count += 1;
  expect(count).toBe(8);
  expect(bucket.msUntilFree(0, standing(5_000))).toBe(1_200);
  expect(bucket.take(1_199, standing(5_000))).toBe(false);
  expect(bucket.take(1_200, standing(5_000))).toBe(true);
});

test('when others spend of the window, what is left lasts until it starts again', () => {
  const bucket = new PollBucket(0);
  const left = standing(5_000, 100, 1_000_000);
  while (bucket.take(0, left));
  expect(bucket.msUntilFree(0, left)).toBe(10_000);
});

test('a spent window is waited out', () => {
  const bucket = new PollBucket(0);
  const spent = standing(5_000, 0, 90_000);
  expect(bucket.take(0, spent)).toBe(false);
  expect(bucket.msUntilFree(0, spent)).toBe(90_000);
});

test('without a limit there are still no more than two a second', () => {
  const bucket = new PollBucket(0);
  const unlimited = standing(1e9);
  while (bucket.take(0, unlimited));
  expect(bucket.msUntilFree(0, unlimited)).toBe(500);
});

test('in no stretch of time are more taken than a burst and 60 % of the limit allow', () => {
  const limits = fc.constantFrom(10, 500, 2_500, 5_000, 50_000);
  const pauses = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 400 });
  fc.assert(
    fc.property(limits, pauses, (limit, steps) => {
      const bucket = new PollBucket(0);
      const takenAt: number[] = [];
      let nowMs = 0;
      for (const step of steps) {
        nowMs += step;
        while (bucket.take(nowMs, standing(limit))) takenAt.push(nowMs);
      }
      takenAt.forEach((fromMs, first) => {
        const stretchMs = nowMs - fromMs;
        const most = 8 + Math.min(stretchMs / 500, (stretchMs * limit * 0.6) / hourMs) + 1e-6;
        expect(takenAt.length - first).toBeLessThanOrEqual(most);
      });
    }),
  );
});

test('it says truly when it is free', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 1, max: hourMs }),
      (limit, share, msToReset) => {
        const left = standing(limit, Math.floor(limit * share), msToReset);
        const bucket = new PollBucket(0);
        while (bucket.take(0, left));
        const waitMs = bucket.msUntilFree(0, left);
        expect(waitMs).toBeGreaterThan(0);
        if (left.spendable >= 1) expect(bucket.take(waitMs + 1, left)).toBe(true);
      },
    ),
  );
});
