import { expect, test } from 'vitest';
import { Liveness } from '../../../../src-main/connections/liveness.ts';
import { ElapsedTime } from '../../../../src-main/foundation/elapsed-time.ts';
import { requestsPerHour } from '../../../../src-shared/api/rate-groups.ts';
import { TurnedClock } from '../../../fakes/turned-clock.ts';

const minuteMs = 60_000;

function setUp() {
  const clock = new TurnedClock();
  const answered = new ElapsedTime({ clock });
  answered.restart();
  const availability = {
    get msSinceAnswer() {
      return answered.ms;
    },
  };
  return { clock, answered, liveness: new Liveness({ availability, clock }) };
}

test('an answer of the last five minutes is good enough for a user who stays', async () => {
  const { clock, liveness } = setUp();
  await clock.advance(5 * minuteMs - 1);
  expect(liveness.isDue('looking')).toBe(false);
  await clock.advance(1);
  expect(liveness.isDue('looking')).toBe(true);
});

test('a user who returns after a while sees the present state', async () => {
  const { clock, liveness } = setUp();
  await clock.advance(2 * minuteMs);
  expect(liveness.isDue('returned')).toBe(false);
  await clock.advance(minuteMs / 2);
  expect(liveness.isDue('returned')).toBe(true);
});

test('another network is doubted at once, until the service has answered over it', async () => {
  const { clock, answered, liveness } = setUp();
  await clock.advance(1_000);
  expect(liveness.isDue('network_changed')).toBe(true);
  await clock.advance(1_000);
  answered.restart();
  await clock.advance(4 * minuteMs);
  expect(liveness.isDue('looking')).toBe(false);
});

test('a doubt that comes too soon after the last request is looked into a little later', async () => {
  const { clock, answered, liveness } = setUp();
  expect(liveness.isDue('network_changed')).toBe(true);
  await clock.advance(500);
  answered.restart();
  await clock.advance(500);
  expect(liveness.isDue('network_changed')).toBe(false);
  await clock.advance(minuteMs);
  expect(liveness.isDue('looking')).toBe(false);
  await clock.advance(2 * minuteMs);
  expect(liveness.isDue('looking')).toBe(true);
});

test('however often the user comes and goes, it costs less than a hundredth of what the service allows', async () => {
  const { clock, answered, liveness } = setUp();
  let asked = 0;
  for (let second = 0; second < 3_600; second += 5) {
    await clock.advance(5_000);
    for (const attention of ['looking', 'returned', 'network_changed'] as const) {
      if (!liveness.isDue(attention)) continue;
      asked += 1;
      answered.restart();
    }
  }
  expect(asked).toBeGreaterThan(10);
  expect(asked / requestsPerHour['account.read']).toBeLessThan(0.01);
});

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
