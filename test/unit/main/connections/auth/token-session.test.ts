import { describe, expect, test } from 'vitest';
import type { TokenSession } from '../../../../../src-main/connections/auth/token-session.ts';
import { SignInServer } from '../../../../fakes/sign-in/sign-in-server.ts';
import { signedInSession } from '../../../../fakes/sign-in/signed-in-session.ts';
import { sendJson } from '../../../../fakes/test-server.ts';
import { settle, SleepyClock, until } from '../../../../fakes/turned-clock.ts';

const { signal } = new AbortController();
const hourMs = 60 * 60 * 1000;

const many = (session: TokenSession, count = 200) =>
  Promise.all(Array.from({ length: count }, () => session.bearer(signal)));

test('the keychain holds what outlives the app, and no access token', async () => {
  const { server, kept, keychain, session } = await signedInSession();
  const [refreshToken] = server.refreshTokens;
  expect(kept()).toEqual({
    formatVersion: 1,
    issuer: server.issuer,
    clientId: 'client-1',
    resource: server.url,
    refreshToken,
  });
  const bearer = await session.bearer(signal);
  expect(server.accessTokens).toContain(bearer);
  expect([...keychain.items.values()].join()).not.toContain(bearer);
  expect(session.state).toBe('signed_in');
  expect(server.grants).toEqual([]);
});

test('after a restart one refresh brings a token, without the user', async () => {
  const { server, session, sessionFor, startSecrets, kept } = await signedInSession();
  await session.dispose();
  const next = sessionFor(server.url, startSecrets());
  expect(next.state).toBe('unknown');
  const bearers = await many(next);
  expect(new Set(bearers).size).toBe(1);
  expect(server.accessTokens).toContain(bearers[0]);
  expect(server.grants).toEqual(['refresh_token']);
  expect(server.refreshTokens).toContain(kept()['refreshToken']);
});

test('a token with less than 30 seconds left is renewed ahead, once for any number of callers', async () => {
  const { server, session, clock } = await signedInSession();
  const first = await session.bearer(signal);
  await clock.advance(hourMs - 30_000);
  expect(await session.bearer(signal)).toBe(first);
  await clock.advance(1);
  const bearers = await many(session);
  expect(new Set(bearers).size).toBe(1);
  expect(bearers[0]).not.toBe(first);
  expect(server.grants).toEqual(['refresh_token']);
});

test('two hundred callers that were refused make one refresh, and all go on', async () => {
  const { server, session } = await signedInSession();
  const refused = await session.bearer(signal);
  const answers = await Promise.all(Array.from({ length: 200 }, () => session.renew(refused, signal)));
  expect(new Set(answers)).toEqual(new Set([true]));
  expect(await session.renew(refused, signal)).toBe(true);
  expect(server.grants).toEqual(['refresh_token']);
  expect(await session.bearer(signal)).not.toBe(refused);
});

test('a token that is refused again right after its renewal is not renewed in a circle', async () => {
  const { server, session, clock } = await signedInSession();
  await session.renew(await session.bearer(signal), signal);
  for (let times = 0; times < 5; times += 1) {
    expect(await session.renew(await session.bearer(signal), signal)).toBe(false);
  }
  expect(server.grants).toHaveLength(1);
  await clock.advance(60_000);
  expect(await session.renew(await session.bearer(signal), signal)).toBe(true);
});

test('a token that ended while the computer slept is renewed, however short before it was renewed', async () => {
  const clock = new SleepyClock();
  const { server, session } = await signedInSession({ clock });
  await session.renew(await session.bearer(signal), signal);
  await clock.advance(5_000);
  clock.sleptMs = hourMs;
  expect(await session.renew(await session.bearer(signal), signal)).toBe(true);
  expect(server.grants).toHaveLength(2);
});

test.each([
  ['0', 0],
  ['-1', -1],
  ['1', 1],
  ['"1"', '1'],
])('a lifetime of %s seconds does not make a refresh per call', async (_name, expires_in) => {
  const { server, session, clock } = await signedInSession();
  server.tokens = { expires_in };
  await clock.advance(hourMs);
  for (let times = 0; times < 10; times += 1) await session.bearer(signal).catch(() => undefined);
  expect(server.grants.length).toBeLessThanOrEqual(1);
});

test('the rotated refresh token is in the keychain before anyone gets the new access token', async () => {
  const { server, session, keychain, kept, clock } = await signedInSession();
  await clock.advance(hourMs);
  keychain.showPrompt();
  let bearer = '';
  const renewed = session.bearer(signal).then((value) => (bearer = value));
  await until(() => keychain.calls.at(-1) === 'set oauth:1' && keychain.running === 1);
  await settle();
  expect(bearer).toBe('');
  keychain.answerPrompt();
  await renewed;
  expect(server.refreshTokens).toContain(kept()['refreshToken']);
});

test('a keychain that does not take the new refresh token costs nothing while the app runs', async () => {
  const { server, session, keychain, kept, secrets, log, clock } = await signedInSession();
  const before = kept()['refreshToken'];
  keychain.isLocked = true;
  await clock.advance(hourMs);
  expect(server.accessTokens).toContain(await session.bearer(signal));
  expect(kept()['refreshToken']).toBe(before);
  expect(log.lines.some(({ level, message }) => level === 'warn' && /not up to date/.test(message))).toBe(
    true,
  );
  await clock.advance(hourMs);
  expect(server.accessTokens).toContain(await session.bearer(signal));

  keychain.isLocked = false;
  await secrets.retry();
  await until(() => server.refreshTokens.has(String(kept()['refreshToken'])));
});

test('it is written when the keychain comes back by itself, and at the latest when the app closes', async () => {
  const { server, session, secrets, keychain, kept, clock } = await signedInSession();
  keychain.failure = new Error('Cannot autolaunch D-Bus without X11 $DISPLAY');
  await clock.advance(hourMs);
  await session.bearer(signal);
  keychain.failure = null;
  await clock.advance(2_000);
  expect(server.refreshTokens).toContain(kept()['refreshToken']);

  keychain.failure = new Error('Cannot autolaunch D-Bus without X11 $DISPLAY');
  await clock.advance(hourMs);
  await session.bearer(signal);
  keychain.failure = null;
  await session.dispose();
  await secrets.dispose();
  expect(server.refreshTokens).toContain(kept()['refreshToken']);
  expect(clock.waiting).toBe(0);
});

describe('a refresh that fails for now keeps the sign-in', () => {
  test.each([
    [
      'a status of 500',
      'service_failed',
      (response: Parameters<typeof sendJson>[0]) => sendJson(response, 500, {}),
    ],
    [
      'a status of 429',
      'service_failed',
      (response: Parameters<typeof sendJson>[0]) => sendJson(response, 429, {}),
    ],
    [
      'a page instead of JSON',
      'service_failed',
      (response: Parameters<typeof sendJson>[0]) => response.end('<p>Hello'),
    ],
    [
      'a page that refuses',
      'service_failed',
      (response: Parameters<typeof sendJson>[0]) => response.writeHead(401).end('<p>Sign in to the network'),
    ],
    [
      'JSON of another shape',
      'service_failed',
      (response: Parameters<typeof sendJson>[0]) => sendJson(response, 200, []),
    ],
    [
      'an unknown error',
      'service_failed',
      (response: Parameters<typeof sendJson>[0]) => sendJson(response, 400, { error: 'slow_down' }),
    ],
    [
      'a broken connection',
      'service_unreachable',
      (response: Parameters<typeof sendJson>[0]) => response.destroy(),
    ],
    ['silence', 'service_unreachable', () => undefined],
  ])('%s', async (_name, code, answer) => {
    const { server, session, kept, signedOut, clock } = await signedInSession({ timeoutMs: 1_000 });
    const before = kept();
    server.onRefresh = (_request, response) => answer(response);
    await clock.advance(hourMs);
    const outcomes = await Promise.allSettled([session.bearer(signal), session.bearer(signal)]);
    expect(outcomes).toMatchObject([{ reason: { code } }, { reason: { code } }]);
    expect(kept()).toEqual(before);
    await expect(session.bearer(signal)).rejects.toMatchObject({ code });
    expect(server.grants).toHaveLength(1);
    expect([signedOut, session.state]).toEqual([[], 'signed_in']);
    server.onRefresh = null;
    await clock.advance(1_000);
    expect(server.accessTokens).toContain(await session.bearer(signal));
  });
});

test('the pauses between failing refreshes grow to a minute', async () => {
  const { server, session, clock } = await signedInSession();
  server.onRefresh = (_request, response) => sendJson(response, 503, {});
  await clock.advance(hourMs);
  for (let second = 0; second < 600; second += 1) {
    await session.bearer(signal).catch(() => undefined);
    await clock.advance(1_000);
  }
  expect(server.grants.length).toBeGreaterThan(10);
  expect(server.grants.length).toBeLessThan(28);
});

test('while a token is good still, a renewal ahead that fails is nobody’s trouble', async () => {
  const { server, session, clock } = await signedInSession();
  const first = await session.bearer(signal);
  server.onRefresh = (_request, response) => sendJson(response, 503, {});
  await clock.advance(hourMs - 10_000);
  expect(await session.bearer(signal)).toBe(first);
  await clock.advance(10_000);
  await expect(session.bearer(signal)).rejects.toMatchObject({ code: 'service_failed' });
});

test('a revoked sign-in ends for everyone, is reported once and is erased', async () => {
  const { server, session, keychain, signedOut, log } = await signedInSession();
  const refused = await session.bearer(signal);
  server.refreshTokens.clear();
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => session.renew(refused, signal)));
  for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { code: 'signed_out' } });
  await expect(session.bearer(signal)).rejects.toMatchObject({ code: 'signed_out' });
  expect(signedOut).toEqual(['1']);
  expect(session.state).toBe('signed_out');
  expect(keychain.items.has('oauth:1')).toBe(false);
  expect(server.grants).toHaveLength(1);
  expect(JSON.stringify(log.lines)).not.toMatch(/access-|refresh-|canary/);
});

test('a server that forgot the app ends the sign-in, and the next one registers again', async () => {
  const { server, session, signIn, clock } = await signedInSession();
  server.clients.clear();
  await clock.advance(hourMs);
  await expect(session.bearer(signal)).rejects.toMatchObject({ code: 'signed_out' });
  await session.accept(await signIn.run(server.url, signal), signal);
  expect(server.accessTokens).toContain(await session.bearer(signal));
  expect(server.registrations).toBe(2);
});

test('a credential is never used for another service, nor one that is damaged', async () => {
  const { server, session, sessionFor, startSecrets, keychain } = await signedInSession();
  await session.dispose();
  const other = await SignInServer.start();
  await expect(sessionFor(other.url).bearer(signal)).rejects.toMatchObject({ code: 'signed_out' });
  expect([...other.server.seen, ...server.grants]).toEqual([]);
  for (const text of ['', '{', '{"formatVersion":2}', 'null']) {
    keychain.items.set('oauth:1', text);
    const next = sessionFor(server.url, startSecrets());
    await expect(next.bearer(signal)).rejects.toMatchObject({ code: 'signed_out' });
  }
});

test('a caller that gives up does not end the refresh of the others', async () => {
  const { server, session, clock } = await signedInSession();
  let finish = (): void => undefined;
  server.onRefresh = (_request, response) => {
    finish = () => {
      server.sendTokens(response);
    };
  };
  await clock.advance(hourMs);
  const stopper = new AbortController();
  const left = expect(session.bearer(stopper.signal)).rejects.toMatchObject({ code: 'cancelled' });
  const stayed = session.bearer(signal);
  await until(() => server.grants.length === 1);
  stopper.abort();
  await left;
  finish();
  expect(server.accessTokens).toContain(await stayed);
});

test('closing waits for a refresh under way, so that its refresh token is not lost', async () => {
  const { server, session, kept, clock } = await signedInSession();
  let finish = (): void => undefined;
  server.onRefresh = (_request, response) => {
    finish = () => {
      server.sendTokens(response);
    };
  };
  await clock.advance(hourMs);
  const renewed = session.bearer(signal);
  await until(() => server.grants.length === 1);
  const closing = session.dispose();
  finish();
  await Promise.all([renewed, closing]);
  expect(server.refreshTokens).toContain(kept()['refreshToken']);
});

test('a credential that fits no keychain is kept in memory, and not tried again', async () => {
  const { server, session, keychain, clock } = await signedInSession();
  server.tokens = { refresh_token: `refresh-${'x'.repeat(2_400)}` };
  await clock.advance(hourMs);
  expect(server.accessTokens).toContain(await session.bearer(signal));
  const before = keychain.calls.length;
  await clock.advance(hourMs / 2);
  expect(keychain.calls).toHaveLength(before);
});
