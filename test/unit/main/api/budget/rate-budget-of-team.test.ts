import { expect, test } from 'vitest';
import { RateBudget } from '../../../../../src-main/api/budget/rate-budget.ts';
import { TeamBudgets } from '../../../../../src-main/api/budget/team-budget.ts';
import { settle, TurnedClock } from '../../../../fakes/turned-clock.ts';

const { signal } = new AbortController();
const url = 'https://service.example';
const group = 'workflows.runs.get';

/** Creates connections of one app whose teams are not known yet. */
function create() {
  const clock = new TurnedClock();
  const teamBudgets = new TeamBudgets({ clock, random: () => 0 });
  const connect = (teamId?: string, serviceUrl = url): RateBudget => {
    const budget = new RateBudget({ clock, teamBudgets });
    if (teamId !== undefined) budget.joinTeam(serviceUrl, teamId);
    return budget;
  };
  return { clock, connect };
}

function headers(remaining: number, limit = 1_000) {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Date.UTC(2026, 0, 1) / 1000 + 3_600),
    date: new Date(Date.UTC(2026, 0, 1)).toUTCString(),
  };
}

function remainingOf(budget: RateBudget): number | undefined {
  return budget.limits().find((limit) => limit.group === group)?.remaining;
}

test('requests and limits of one connection count for its whole team', async () => {
  const { connect } = create();
  const one = connect('team');
  const other = connect('team');
  let reported = 0;
  other.onChange(() => (reported += 1));
  one.note(group, headers(500));
  expect([other.left, reported]).toEqual([0.5, 1]);
  await other.reserve(group, 'user', signal);
  expect(remainingOf(one)).toBe(499);
});

test('a refusal of one connection holds all of its team back, and nobody else', async () => {
  const { clock, connect } = create();
  const one = connect('team');
  const other = connect('team');
  const foreign = connect('another team');
  const elsewhere = connect('team', 'https://elsewhere.example');
  one.exhausted(group, 5_000);
  const through: string[] = [];
  void other.reserve(group, 'user', signal).then(() => through.push('other'));
  void foreign.reserve(group, 'user', signal).then(() => through.push('foreign'));
  void elsewhere.reserve(group, 'user', signal).then(() => through.push('elsewhere'));
  await settle();
  expect(through).toEqual(['foreign', 'elsewhere']);
  await clock.advance(5_000);
  expect(through).toContain('other');
});

test('requests that the polls of one connection leave are for the user of the other', async () => {
  const { connect } = create();
  const polling = connect('team');
  const used = connect('team');
  polling.note(group, headers(101));
  await polling.reserve(group, 'poll', signal);
  expect(used.takePoll(group)).toBe(false);
  await used.reserve(group, 'user', signal);
  expect(remainingOf(polling)).toBe(99);
});

test('a lower limit known before the team was known still applies', () => {
  const { connect } = create();
  const known = connect('team');
  const late = connect();
  const later = connect();
  late.note(group, headers(300));
  later.note(group, headers(400));
  expect(known.left).toBeNull();
  late.joinTeam(url, 'team');
  later.joinTeam(url, 'team');
  expect([known, late, later].map((budget) => budget.left)).toEqual([0.3, 0.3, 0.3]);
});

test('a connection that changes to another team leaves what it spent where it was spent', () => {
  const { connect } = create();
  const changing = connect('old');
  const staying = connect('old');
  const awaiting = connect('new');
  let reported = 0;
  changing.onChange(() => (reported += 1));
  changing.note(group, headers(200));
  changing.joinTeam(url, 'new');
  expect([changing.left, staying.left]).toEqual([null, 0.2]);
  reported = 0;
  staying.note(group, headers(100));
  expect(reported).toBe(0);
  awaiting.note(group, headers(900));
  expect([changing.left, reported]).toEqual([0.9, 1]);
});

test('whoever listens no more receives nothing about the team', () => {
  const { connect } = create();
  const one = connect('team');
  const other = connect('team');
  let reported = 0;
  const stop = other.onChange(() => (reported += 1));
  stop();
  one.note(group, headers(500));
  expect(reported).toBe(0);
});

test('connections that all want to poll take turns, and one that stops asking holds nobody up', async () => {
  const { clock, connect } = create();
  const polled = [0, 0, 0];
  const connections = polled.map(() => connect('team'));
  const stopper = new AbortController();
  connections.forEach((budget, index) => {
    const poll = (): void => {
      if (stopper.signal.aborted && index === 2) return;
      while (budget.takePoll(group)) polled[index] = (polled[index] ?? 0) + 1;
      clock.schedule(Math.max(1, budget.msUntilPoll(group)), poll);
    };
    poll();
  });
  await clock.advance(300_000);
  const least = Math.min(...polled);
  const most = Math.max(...polled);
  // The first connection had the initial burst.
  expect(most - least).toBeLessThanOrEqual(9);
  expect(polled[0]).toBeGreaterThan(80);
  stopper.abort();
  const before = [...polled];
  await clock.advance(60_000);
  const [first = 0, second = 0, third = 0] = polled.map((count, index) => count - (before[index] ?? 0));
  expect(third).toBe(0);
  expect(first + second).toBeGreaterThanOrEqual(48);
}, 20_000);
