import { expect, test } from 'vitest';
import { RateBudget } from '../../../../../src-main/api/budget/rate-budget.ts';
import { CircuitBreaker } from '../../../../../src-main/api/http/circuit-breaker.ts';
import { HttpClient } from '../../../../../src-main/api/http/http-client.ts';
import { cancelledByUser } from '../../../../../src-main/foundation/wait.ts';
import { AppError } from '../../../../../src-shared/app-error.ts';
import { addressOf, KeptLog } from '../../../../fakes/main-fixture.ts';
import { sendJson, TestServer } from '../../../../fakes/test-server.ts';
import { createHastyClock, settle, TurnedClock, until } from '../../../../fakes/turned-clock.ts';

const forever = new AbortController().signal;
const broken = new AppError('service_failed', 'Broken.', { details: { status: 503 } });

async function createOpen(random = 1) {
  const clock = new TurnedClock();
  const breaker = new CircuitBreaker({ clock, random: () => random });
  let tries = 0;
  const fail = (): Promise<never> => {
    tries += 1;
    return Promise.reject(broken);
  };
  for (let turn = 0; turn < 5; turn += 1) {
    expect(breaker.isOpen).toBe(false);
    await breaker.run('poll', forever, fail).catch(() => undefined);
  }
  expect(breaker.isOpen).toBe(true);
  return { clock, breaker, fail, tries: () => tries };
}

test('after five failures in a row polls wait, and one at a time tries after longer and longer pauses', async () => {
  const { clock, breaker, fail, tries } = await createOpen();
  const all = Promise.allSettled(Array.from({ length: 100 }, () => breaker.run('poll', forever, fail)));
  await clock.advance(1_999);
  expect(tries()).toBe(5);
  await clock.advance(1);
  expect(tries()).toBe(6);
  await clock.advance(4_000);
  expect(tries()).toBe(7);
  await clock.advance(8_000);
  expect(tries()).toBe(8);
  await clock.advance(60_000 * 100);
  await all;
  expect(tries()).toBe(105);
});

test('the pauses are jittered from nothing to the whole', async () => {
  const { clock, breaker, fail, tries } = await createOpen(0.5);
  void breaker.run('poll', forever, fail).catch(() => undefined);
  await clock.advance(1_000);
  expect(tries()).toBe(6);
});

test('an action of the user tries at once, and requests made meanwhile share the outcome', async () => {
  const { clock, breaker, fail, tries } = await createOpen();
  const all = Promise.allSettled(Array.from({ length: 20 }, () => breaker.run('user', forever, fail)));
  await settle();
  expect((await all).every(({ status }) => status === 'rejected')).toBe(true);
  expect(tries()).toBe(6);
  expect(clock.waiting).toBe(0);
});

test('one success lets everybody through', async () => {
  const { clock, breaker } = await createOpen();
  let sent = 0;
  const work = (): Promise<number> => Promise.resolve((sent += 1));
  const polls = Array.from({ length: 20 }, () => breaker.run('poll', forever, work));
  await settle();
  expect(sent).toBe(0);
  await breaker.run('user', forever, work);
  await Promise.all(polls);
  expect(sent).toBe(21);
  expect(breaker.isOpen).toBe(false);
  expect(clock.waiting).toBe(0);
});

test('an answer that refuses is a sign of life, an error of our own is none', async () => {
  const { clock, breaker } = await createOpen();
  const own = new AppError('signed_out', 'Nobody is signed in.');
  await expect(breaker.run('user', forever, () => Promise.reject(own))).rejects.toBe(own);
  expect(breaker.isOpen).toBe(true);
  const refused = new AppError('not_found', 'No.', { details: { status: 404 } });
  await expect(breaker.run('user', forever, () => Promise.reject(refused))).rejects.toBe(refused);
  expect(breaker.isOpen).toBe(false);
  expect(clock.waiting).toBe(0);
});

test('waiting ends with the signal, and a trial that is cancelled lets the next one try', async () => {
  const { breaker, clock } = await createOpen();
  const stopper = new AbortController();
  const waiting = breaker.run('poll', stopper.signal, () => Promise.resolve());
  stopper.abort(cancelledByUser);
  await expect(waiting).rejects.toBe(cancelledByUser);
  const trial = breaker.run('user', forever, () => Promise.reject(cancelledByUser));
  const next = breaker.run('user', forever, () => Promise.resolve('through'));
  await expect(trial).rejects.toBe(cancelledByUser);
  expect(await next).toBe('through');
  expect(clock.waiting).toBe(0);
});

test('a host that fails again and again is tried by one request at a time', async () => {
  let open = 0;
  let answered = 0;
  let maxOpen = 0;
  let isBroken = true;
  const account = { apiKeyId: 'a', apiKeyNickname: 'b', email: 'c', displayName: null, teamId: 'd' };
  const server = await TestServer.start(async (_request, response) => {
    if (!isBroken) return sendJson(response, 200, account);
    open += 1;
    // After 55 answers, no request from before the failures is left.
    if (answered >= 55) maxOpen = Math.max(maxOpen, open);
    // Leaves time for other requests to arrive.
    await new Promise((resolve) => setTimeout(resolve, 20));
    open -= 1;
    answered += 1;
    return sendJson(response, 500, { message: 'Broken.', code: 'internal_error' });
  });
  const clock = createHastyClock();
  const budget = new RateBudget({ clock });
  const http = new HttpClient({ address: addressOf(server.url), budget, clock, log: new KeptLog() });
  const ended = Promise.allSettled(
    Array.from({ length: 50 }, () => http.call('getAccount', { signal: forever, priority: 'poll' })),
  );
  await until(() => answered >= 58);
  isBroken = false;
  expect(await http.call('getAccount', { signal: forever })).toEqual(account);
  await ended;
  expect(maxOpen).toBe(1);
});
