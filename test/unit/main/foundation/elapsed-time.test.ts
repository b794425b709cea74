import { expect, test } from 'vitest';
import { ElapsedTime } from '../../../../src-main/foundation/elapsed-time.ts';

test('time the computer slept counts, and a clock that is set back takes nothing away', () => {
  const hands = { now: 1_000_000, monotonicMs: 0 };
  const clock = {
    now: () => hands.now,
    monotonicMs: () => hands.monotonicMs,
    schedule: () => () => undefined,
  };
  const elapsed = new ElapsedTime({ clock });
  expect(elapsed.ms).toBe(Infinity);
  elapsed.restart();
  hands.now += 7_000;
  expect(elapsed.ms).toBe(7_000);
  hands.now -= 900_000;
  hands.monotonicMs += 9_000;
  expect(elapsed.ms).toBe(9_000);
});
