import { expect, test } from 'vitest';
import { callerWith } from '../support/account-commands.ts';
import type { Answer, Caller } from '../support/caller.ts';
import { expectError } from '../support/expectations.ts';
import {
  type ControlledService,
  serviceForEachTest,
  startControlledService,
} from '../support/service-under-test.ts';

let service: ControlledService;
let caller: Caller;

serviceForEachTest((started) => {
  service = started;
  ({ caller } = started);
});

function standingOf({ headers }: Answer): number[] {
  return ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'].map((name) =>
    Number(headers.get(name)),
  );
}

test('§8.1 the first request of an hour leaves one less than the limit, and says when the hour is over', async () => {
  const nowSeconds = service.clock.nowMs() / 1000;
  const answer = await caller.get('/v1/files/vg_file_x');
  expect(standingOf(answer)).toEqual([50_000, 49_999, nowSeconds + 3_600]);
});

test('§8.1 paths of one group share their requests', async () => {
  await caller.get('/v1/projects');
  expect(standingOf(await caller.get('/v1/projects/vg_proj_x'))[1]).toBe(2_498);
  expect(standingOf(await caller.get('/v1/files'))[1]).toBe(49_999);
});

test('§8.1 the request over the limit is refused with the time to wait, and the next hour is fresh', async () => {
  const ask = () => caller.post('/v1/webhooks/endpoints', {});
  for (let count = 0; count < 10; count += 1) expect((await ask()).status).not.toBe(429);
  service.clock.advanceSeconds(60);
  const refused = await ask();
  expectError(refused, 429, 'rate_limited');
  expect(refused.headers.get('retry-after')).toBe('3540');
  expect(standingOf(refused)).toEqual([10, 0, service.clock.nowMs() / 1000 + 3_540]);
  service.clock.advanceSeconds(3_539);
  expect((await ask()).status).toBe(429);
  service.clock.advanceSeconds(1);
  expect((await ask()).status).not.toBe(429);
});

test('§8.1 all keys of a team share its requests, and another team has its own', async () => {
  const colleague = await callerWith(service, '--user', 'colleague@example.org');
  const stranger = await callerWith(service, '--team', 'Next door');
  for (let count = 0; count < 5; count += 1) {
    await caller.post('/v1/webhooks/endpoints', {});
    await colleague.post('/v1/webhooks/endpoints', {});
  }
  for (const each of [caller, colleague]) {
    expectError(await each.post('/v1/webhooks/endpoints', {}), 429, 'rate_limited');
  }
  expect(standingOf(await stranger.post('/v1/webhooks/endpoints', {}))[1]).toBe(9);
});

test('the unlimited plan gets numbers nobody reaches', async () => {
  const unlimited = await startControlledService({ plan: 'unlimited' });
  try {
    for (let count = 0; count < 12; count += 1) {
      const answer = await unlimited.caller.post('/v1/webhooks/endpoints', {});
      expect(answer.status).not.toBe(429);
      expect(standingOf(answer)[1]).toBeGreaterThan(1_000_000);
    }
  } finally {
    await unlimited.dispose();
  }
});

test('§8.1 answers that need no key carry the headers too', async () => {
  for (const path of ['/.well-known/oauth-protected-resource', '/connected-apps', '/auth/v1/oauth/jwks']) {
    const { headers } = await fetch(service.url + path);
    expect(Number(headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0);
  }
  const foreign = await caller.send('/v1/me', { headers: { origin: 'https://page.example' } });
  expect(foreign.status).toBe(403);
  expect(Number(foreign.headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0);
});

test('§8.1 a wrong key uses nothing up', async () => {
  for (let count = 0; count < 12; count += 1) {
    const headers = { authorization: 'Bearer wrong' };
    await caller.send('/v1/webhooks/endpoints', { method: 'POST', headers });
  }
  expect(standingOf(await caller.post('/v1/webhooks/endpoints', {}))[1]).toBe(9);
});
