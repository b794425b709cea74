import { expect, test } from 'vitest';
import { RateBudget } from '../../../../src-main/api/rate-budget.ts';
import { requestsPerHour } from '../../../../src-shared/api/rate-groups.ts';
import { settle, TurnedClock } from '../../../fakes/turned-clock.ts';

const signal = new AbortController().signal;
const hourMs = 3_600_000;

function create(remaining?: number, limit = 1_000, resetInSeconds = 3_600) {
  const clock = new TurnedClock();
  const budget = new RateBudget({ clock });
  if (remaining !== undefined) budget.note('workflows.runs.get', headers(remaining, limit, resetInSeconds));
  return { clock, budget };
}

function headers(remaining: number, limit = 1_000, resetInSeconds = 3_600) {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Date.UTC(2026, 0, 1) / 1000 + resetInSeconds),
    date: new Date(Date.UTC(2026, 0, 1)).toUTCString(),
  };
}

test('nothing is known before the first answer, then the smallest share of any window', () => {
  const { budget } = create();
  expect(budget.left).toBeNull();
  budget.note('projects.read', headers(800));
  budget.note('files.read', headers(950));
  expect(budget.left).toBe(0.8);
});

test('polls leave the last tenth of a window to the user', async () => {
  const { clock, budget } = create(101);
  await budget.reserve('workflows.runs.get', 'poll', signal);
  let isThrough = false;
  void budget.reserve('workflows.runs.get', 'poll', signal).then(() => {
    isThrough = true;
  });
  await settle();
  expect(isThrough).toBe(false);
  await budget.reserve('workflows.runs.get', 'user', signal);
  await clock.advance(hourMs);
  expect(isThrough).toBe(true);
});

test('a user who would have to wait long is told how long instead', async () => {
  const { budget } = create(0);
  await expect(budget.reserve('workflows.runs.get', 'user', signal)).rejects.toMatchObject({
    code: 'rate_limited',
    details: { retryAfterSeconds: 3_600 },
  });
});

test('a user waits up to a minute for the next window', async () => {
  const { clock, budget } = create(0, 1_000, 30);
  const through = budget.reserve('workflows.runs.get', 'user', signal);
  await clock.advance(30_000);
  await through;
});

test('the limits the service tells replace the published ones', async () => {
  const { budget } = create();
  await budget.reserve('account.read', 'user', signal);
  budget.note('account.read', headers(4_900, 5_000));
  expect(budget.left).toBe(0.98);
});

test('answers out of order do not raise what is left', async () => {
  const { budget } = create(500);
  budget.note('workflows.runs.get', headers(490));
  budget.note('workflows.runs.get', headers(495));
  expect(budget.left).toBe(0.49);
});

test('one job is read every second, many jobs share the hour and never overspend it', () => {
  const { budget } = create();
  const group = 'workflows.runs.get';
  expect(budget.pollIntervalMs(group, 1, 1_000)).toBe(1_000);
  for (const jobs of [3, 10, 1_000]) {
    const rounds = hourMs / budget.pollIntervalMs(group, jobs, 1_000);
    expect(rounds * jobs).toBeLessThanOrEqual(requestsPerHour[group] * 0.9 + 1);
  }
});

test('a spent window is polled again when it starts anew', () => {
  const { budget } = create(50, 1_000, 600);
  expect(budget.pollIntervalMs('workflows.runs.get', 1, 1_000)).toBe(600_000);
});

test('after a refusal nothing is sent before the time it names', async () => {
  const { clock, budget } = create(900);
  budget.exhausted('workflows.runs.get', 5_000);
  let isThrough = false;
  void budget.reserve('workflows.runs.get', 'user', signal).then(() => {
    isThrough = true;
  });
  await clock.advance(4_999);
  expect(isThrough).toBe(false);
  await clock.advance(1);
  expect(isThrough).toBe(true);
});

test('an answer to an earlier request does not open a window that was closed since', async () => {
  const { clock, budget } = create(900);
  budget.exhausted('workflows.runs.get', 5_000);
  budget.note('workflows.runs.get', headers(400));
  let isThrough = false;
  void budget.reserve('workflows.runs.get', 'poll', signal).then(() => {
    isThrough = true;
  });
  await clock.advance(4_999);
  expect(isThrough).toBe(false);
  await clock.advance(1);
  expect(isThrough).toBe(true);
});

/** Its time of day can be set, as a user or the network does. */
class SetClock extends TurnedClock {
  setByMs = 0;

  override now(): number {
    return super.now() + this.setByMs;
  }
}

test('a clock that is set back by a year does not stop the polls', () => {
  const clock = new SetClock();
  const budget = new RateBudget({ clock });
  budget.note('workflows.runs.get', headers(900));
  clock.setByMs = -365 * 24 * hourMs;
  expect(budget.pollIntervalMs('workflows.runs.get', 1, 1_000)).toBeLessThan(60_000);
});

test('a sleep of the computer counts as time that passed', async () => {
  const clock = new SetClock();
  const budget = new RateBudget({ clock });
  budget.note('workflows.runs.get', headers(50));
  let isThrough = false;
  void budget.reserve('workflows.runs.get', 'poll', signal).then(() => {
    isThrough = true;
  });
  await clock.advance(1_000);
  clock.setByMs = 8 * hourMs;
  await clock.advance(30_000);
  expect(isThrough).toBe(true);
});
