import { expect, test } from 'vitest';
import { backoffMs } from '../../../src-shared/backoff.ts';

const policy = { firstMs: 1_000, maxMs: 60_000, jitter: 0.5 };
const longest = (failures: number): number => backoffMs(policy, failures, () => 1);

test('pauses double with each failure in a row up to the longest, and begin again from the first', () => {
  const pauses = [0, 1, 2, 3, 4, 5, 6, 2_000].map(longest);
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  expect(longest(0)).toBe(1_000);
});

test('chance takes away no more than its share of a pause', () => {
  expect(backoffMs(policy, 2, () => 0)).toBe(2_000);
  expect(backoffMs(policy, 2, () => 0.5)).toBe(3_000);
  expect(backoffMs({ ...policy, jitter: 1 }, 2, () => 0)).toBe(0);
  expect(backoffMs({ ...policy, jitter: 0 }, 2, () => 0)).toBe(4_000);
});
