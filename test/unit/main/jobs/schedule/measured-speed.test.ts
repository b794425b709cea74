import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MeasuredSpeed } from '../../../../../src-main/jobs/schedule/measured-speed.ts';

/** Reads a job each second and returns what was told at each reading, as a multiple of the real time left. */
function ratiosOf(
  courseOf: (second: number) => number,
  seconds: number,
  expectedSeconds: number | null = null,
): (number | null)[] {
  const speed = new MeasuredSpeed();
  return Array.from({ length: seconds }, (_, second) => {
    speed.note(second * 1_000, courseOf(second), 0);
    const leftMs = speed.leftMs(second * 1_000, expectedSeconds === null ? null : expectedSeconds * 1_000);
    return leftMs === null ? null : leftMs / 1_000 / (seconds - second);
  });
}

const isTold = (ratio: number | null): ratio is number => ratio !== null;

test('tells the time left of a steady job once it has moved twice and by three points', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 600 }), (seconds) => {
      const ratios = ratiosOf((at) => at / seconds, seconds);
      const first = Math.max(2, Math.ceil(seconds * 0.03));
      expect(ratios.slice(0, first).filter(isTold)).toEqual([]);
      for (const ratio of ratios.slice(first + 1)) expect(ratio).toBeCloseTo(1, 5);
    }),
  );
});

test('tells the time left of a job that moves in steps', () => {
  const ratios = ratiosOf((second) => Math.floor(second / 20) / 4, 80);
  expect(ratios.slice(0, 40).filter(isTold)).toEqual([]);
  const told = ratios.slice(40, 77).filter(isTold);
  expect(told.length).toBeGreaterThan(30);
  for (const ratio of told) expect(ratio).toBeCloseTo(1, 5);
});

test('tells nothing while the progress stands still, nor right after', () => {
  const course = (second: number): number => Math.min(0.5, second / 60) + Math.max(0, (second - 70) / 60);
  const ratios = ratiosOf(course, 100);
  expect(ratios.slice(33, 71).filter(isTold)).toEqual([]);
  for (const ratio of ratios.slice(71, 97).filter(isTold)) expect(ratio).toBeLessThan(2);
});

test('tells nothing of a job that becomes ever faster', () => {
  expect(ratiosOf((second) => (second / 80) ** 2, 80).filter(isTold)).toEqual([]);
});

test('tells the time of earlier jobs before the progress moves, and nothing if the progress disagrees', () => {
  expect(ratiosOf((at) => at / 100, 100, 100)[0]).toBeCloseTo(1);
  expect(
    ratiosOf((at) => at / 100, 100, 20)
      .slice(3)
      .filter(isTold),
  ).toEqual([]);
});

test('measures a new attempt, and a job that waited, from the beginning', () => {
  const speed = new MeasuredSpeed();
  for (const second of [0, 1, 2]) speed.note(second * 1_000, second / 10, 0);
  expect(speed.leftMs(2_000, null)).toBeCloseTo(8_000);
  speed.note(3_000, 0.1, 1);
  expect(speed.leftMs(3_000, null)).toBeNull();
  for (const second of [4, 5]) speed.note(second * 1_000, (second - 2) / 10, 1);
  expect(speed.leftMs(5_000, null)).not.toBeNull();
  speed.restart();
  expect(speed.leftMs(6_000, null)).toBeNull();
});
