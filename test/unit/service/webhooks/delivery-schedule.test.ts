import { expect, test } from 'vitest';
import { pauseAfter } from '../../../../src-service/webhooks/delivery-schedule.ts';

test('pauses follow the schedule and end after six', () => {
  const pauses = Array.from({ length: 7 }, (_, index) => pauseAfter(index + 1, 0.5));
  const minutes = (count: number) => count * 60_000;
  expect(pauses).toEqual([5_000, ...[5, 30, 120, 300, 600].map(minutes), null]);
});

test('chance makes a pause shorter or longer by 15 percent', () => {
  expect([pauseAfter(1, 0), pauseAfter(1, 1)]).toEqual([4_250, 5_750]);
});
