import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EndEstimate, pollIntervalMs } from '../../../../../src-main/jobs/schedule/poll-pace.ts';

test('a new job is read often, a long one seldom, one near its end often again', () => {
  const pace = (followedMs: number, toEndMs: number) =>
    pollIntervalMs({ followedMs, toEndMs, unchangedMs: 0, stepMs: null, unrecognisedMs: null });
  expect(pace(0, 300_000)).toBe(400);
  expect(pace(20_000, 300_000)).toBe(3_000);
  expect(pace(200_000, 100_000)).toBe(10_000);
  expect(pace(280_000, 20_000)).toBe(3_000);
  expect(pace(299_000, 1_000)).toBe(1_000);
  expect(pace(300_000, -500)).toBe(1_000);
  expect(pace(400_000, -100_000)).toBe(10_000);
});

test('a job that has not moved for ten minutes is read once a minute', () => {
  const pace = {
    followedMs: 3_600_000,
    toEndMs: -3_000_000,
    unchangedMs: 700_000,
    stepMs: null,
    unrecognisedMs: null,
  };
  expect(pollIntervalMs(pace)).toBe(60_000);
});

test('a job that moves fast is read at each step, a slow one no more seldom than others', () => {
  const pace = { followedMs: 60_000, toEndMs: 60_000, unchangedMs: 0, unrecognisedMs: null };
  const paces = [100, 700, 60_000].map((stepMs) => pollIntervalMs({ ...pace, stepMs }));
  expect(paces).toEqual([400, 700, 9_000]);
});

test('a job of a status that nobody knows is read ever more seldom', () => {
  const pauses = [0, 200_000, 1_000_000, 1e9].map((unrecognisedMs) =>
    pollIntervalMs({ followedMs: 2e9, toEndMs: 1_000, unchangedMs: 0, stepMs: null, unrecognisedMs }),
  );
  expect(pauses).toEqual([10_000, 30_000, 150_000, 3_600_000]);
});

test('the pause is between 0.4 s and a minute, whatever the clocks say', () => {
  const any = fc.integer({ min: -1e12, max: 1e12 });
  fc.assert(
    fc.property(any, any, any, fc.option(any), (followedMs, toEndMs, unchangedMs, stepMs) => {
      const intervalMs = pollIntervalMs({ followedMs, toEndMs, unchangedMs, stepMs, unrecognisedMs: null });
      expect(intervalMs).toBeGreaterThanOrEqual(400);
      expect(intervalMs).toBeLessThanOrEqual(60_000);
    }),
  );
});

test('a job of steady progress is expected to end when it does', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 5, max: 3_600 }),
      fc.integer({ min: 5, max: 600 }),
      (seconds, typicalSeconds) => {
        const estimate = new EndEstimate(0, typicalSeconds * 1_000);
        for (let percent = 0; percent <= 95; percent += 5) {
          estimate.note((seconds * 1_000 * percent) / 100, percent / 100, 0);
        }
        const leftMs = seconds * 50;
        expect(Math.abs(estimate.endMs - seconds * 1_000)).toBeLessThan(leftMs * 0.01);
      },
    ),
  );
});

test('before there is progress its kind says how long it takes, and a new attempt starts from zero', () => {
  const estimate = new EndEstimate(1_000, 60_000);
  expect(estimate.endMs).toBe(61_000);
  estimate.note(2_000, 0, 0);
  estimate.note(32_000, 0.5, 0);
  expect(estimate.endMs).toBe(62_000);
  estimate.note(40_000, 0, 1);
  expect(estimate.endMs).toBe(100_000);
  expect(estimate.changedMs).toBe(40_000);
  estimate.note(50_000, 0, 1);
  expect(estimate.changedMs).toBe(40_000);
});

test('a job that takes far longer than its kind is judged by its own speed', () => {
  const estimate = new EndEstimate(0, 60_000);
  estimate.note(0, 0, 0);
  estimate.note(360_000, 0.01, 0);
  expect(estimate.endMs).toBeCloseTo(36_000_000);
});
