import { expect, test } from 'vitest';
import { RateBudget } from '../../../../../src-main/api/budget/rate-budget.ts';
import { requestsPerHour } from '../../../../../src-shared/api/rate-groups.ts';
import { connectionCalls } from '../../../../../src-shared/contract/connection.ts';
import { settle, TurnedClock } from '../../../../fakes/turned-clock.ts';

const signal = new AbortController().signal;
const hourMs = 3_600_000;

function create(remaining?: number, limit = 1_000, resetInSeconds = 3_600) {
  const clock = new TurnedClock();
  const budget = new RateBudget({ clock, random: () => 0 });
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

test('a limit beyond all counting is told as the largest whole number', () => {
  const { budget } = create();
  const largest = '9223372036854775807';
  budget.note('account.read', {
    'x-ratelimit-limit': largest,
    'x-ratelimit-remaining': largest,
    'x-ratelimit-reset': '3600',
  });
  const told = connectionCalls['connection.limits'].output.parse({ limits: budget.limits() });
  const count = Number.MAX_SAFE_INTEGER;
  expect(told.limits).toContainEqual(
    expect.objectContaining({ group: 'account.read', limit: count, remaining: count }),
  );
  expect(budget.left).toBe(1);
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

test('a user who would have to wait long learns how long instead', async () => {
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

/** Clock whose time of day a user or the network can change. */
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
  expect(budget.standing('workflows.runs.get').msToReset).toBeLessThanOrEqual(hourMs);
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

test('the limits tell what answers reported, and the published ones of the groups nobody asked yet', () => {
  const { budget } = create(900, 1_000, 600);
  const limits = budget.limits();
  expect(limits).toHaveLength(Object.keys(requestsPerHour).length);
  expect(limits.find(({ group }) => group === 'workflows.runs.get')).toEqual({
    group: 'workflows.runs.get',
    limit: 1_000,
    remaining: 900,
    resetsAt: Date.UTC(2026, 0, 1) / 1000 + 600,
  });
  expect(limits.find(({ group }) => group === 'webhooks.create')).toEqual({
    group: 'webhooks.create',
    limit: requestsPerHour['webhooks.create'],
    remaining: requestsPerHour['webhooks.create'],
    resetsAt: null,
  });
});

test('polls may spend a window but for its last tenth', () => {
  const { budget } = create(150, 1_000, 600);
  expect(budget.standing('workflows.runs.get')).toEqual({ limit: 1_000, spendable: 50, msToReset: 600_000 });
  budget.note('workflows.runs.get', headers(80, 1_000, 600));
  expect(budget.standing('workflows.runs.get').spendable).toBe(0);
});

test('refusals that name no time are waited out for longer and longer', async () => {
  const { clock, budget } = create();
  const waits: number[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    budget.exhausted('projects.read', null);
    // Requests sent together are refused together, and count as one refusal.
    budget.exhausted('projects.read', null);
    const { msToReset } = budget.standing('projects.read');
    waits.push(msToReset);
    await clock.advance(msToReset);
  }
  expect(waits.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000]);
  expect(waits.at(-1)).toBe(900_000);
  budget.note('projects.read', headers(900));
  budget.exhausted('projects.read', null);
  expect(budget.standing('projects.read').msToReset).toBe(1_000);
});

test('apps that were refused together do not come back together', () => {
  const clock = new TurnedClock();
  const waits = [0, 0.5, 0.999].map((random) => {
    const budget = new RateBudget({ clock, random: () => random });
    budget.exhausted('projects.read', 8_000);
    return budget.standing('projects.read').msToReset;
  });
  expect(waits).toEqual([8_000, 9_000, 8_000 + 0.999 * 2_000]);
});
