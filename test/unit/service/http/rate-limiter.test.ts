import { beforeEach, expect, test } from 'vitest';
import { RateLimiter } from '../../../../src-service/http/rate-limiter.ts';
import { FakeClock } from '../../../fakes/fake-clock.ts';

let clock: FakeClock;
let limiter: RateLimiter;

beforeEach(() => {
  clock = new FakeClock();
  limiter = new RateLimiter({ clock });
});

function spend(team: string, count: number): void {
  for (let index = 0; index < count; index += 1) limiter.count(team, 'webhooks.create');
}

test('a group takes its requests and refuses the next with the time to wait', () => {
  spend('team', 10);
  clock.advanceSeconds(600);
  expect(() => limiter.count('team', 'webhooks.create')).toThrow(
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
  expect(limiter.standing('team', 'webhooks.create').remaining).toBe(0);
});

test('teams and groups are counted apart', () => {
  spend('team', 10);
  expect(() => limiter.count('other team', 'webhooks.create')).not.toThrow();
  expect(() => limiter.count('team', 'webhooks.delete')).not.toThrow();
});

test('the standing tells limit, rest and the second of the reset', () => {
  spend('team', 3);
  const resetAt = clock.nowMs() / 1000 + 3_600;
  clock.advanceSeconds(10);
  expect(limiter.standing('team', 'webhooks.create')).toEqual({ limit: 10, remaining: 7, resetAt });
});

test('requests of no group are told a standing and not counted', () => {
  expect(limiter.standing('team', null)).toEqual(limiter.standing('team', null));
});
