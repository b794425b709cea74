import { beforeEach, expect, test } from 'vitest';
import { RateLimiter } from '../../../../src-service/http/rate-limiter.ts';
import { FakeClock } from '../../../fakes/services/fake-clock.ts';

let clock: FakeClock;
let limiter: RateLimiter;

beforeEach(() => {
  clock = new FakeClock();
  limiter = new RateLimiter({ clock });
});

const pro = (teamId: string) => ({ teamId, plan: 'pro' }) as const;

function spend(team: string, count: number): void {
  for (let index = 0; index < count; index += 1) limiter.count(pro(team), 'webhooks.create');
}

test('a group takes its requests and refuses the next with the time to wait', () => {
  spend('team', 10);
  clock.advanceSeconds(600);
  expect(() => limiter.count(pro('team'), 'webhooks.create')).toThrow(
    expect.objectContaining({
      status: 429,
      code: 'rate_limited',
      options: { headers: { 'retry-after': '3000' } },
    }),
  );
});

test('a refused request uses nothing up, and an hour after the first one the window is fresh', () => {
  spend('team', 10);
  expect(() => spend('team', 1)).toThrow();
  clock.advanceSeconds(3_599);
  expect(() => spend('team', 1)).toThrow();
  clock.advanceSeconds(1);
  spend('team', 10);
  expect(limiter.standing(pro('team'), 'webhooks.create').remaining).toBe(0);
});

test('teams and groups are counted apart', () => {
  spend('team', 10);
  expect(() => limiter.count(pro('other team'), 'webhooks.create')).not.toThrow();
  expect(() => limiter.count(pro('team'), 'webhooks.delete')).not.toThrow();
});

test('the standing tells limit, rest and the second of the reset', () => {
  spend('team', 3);
  const resetAt = clock.nowMs() / 1000 + 3_600;
  clock.advanceSeconds(10);
  expect(limiter.standing(pro('team'), 'webhooks.create')).toEqual({ limit: 10, remaining: 7, resetAt });
});

test('requests of no group are given limits and not counted', () => {
  expect(limiter.standing(pro('team'), null)).toEqual(limiter.standing(pro('team'), null));
});

test('the unlimited plan is not counted, which a number nobody reaches shows', () => {
  const team = { teamId: 'team', plan: 'unlimited' } as const;
  for (let index = 0; index < 20; index += 1) limiter.count(team, 'webhooks.create');
  const { limit, remaining } = limiter.standing(team, 'webhooks.create');
  expect(remaining).toBe(limit);
  expect(limit).toBeGreaterThan(1_000_000);
});
