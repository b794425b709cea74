import { describe, expect, test } from 'vitest';
import type { TokenSession } from '../../../../../src-main/connections/auth/token-session.ts';
import { KeychainSecretStore } from '../../../../../src-main/connections/keychain/keychain-secret-store.ts';
import { PretendKeychain } from '../../../../fakes/pretend-keychain.ts';
import { SignInServer, signInParts, visit } from '../../../../fakes/sign-in-server.ts';
import { sendJson } from '../../../../fakes/test-server.ts';
import { settle, SleepyClock, TurnedClock, until } from '../../../../fakes/turned-clock.ts';

const { signal } = new AbortController();
const hourMs = 60 * 60 * 1000;

/** A connection that is signed in, with its keychain and its server. */
async function setUp({
  clock = new TurnedClock(),
  ...options
}: { clock?: TurnedClock; timeoutMs?: number } = {}) {
  const server = await SignInServer.start();
  const keychain = new PretendKeychain();
  const store = new KeychainSecretStore({ load: () => Promise.resolve(keychain), platform: 'linux' });
  const openUrl = (url: URL) => visit(server.redirectFor(url));
  const parts = signInParts({ clock, store, openUrl, ...options });
  const session = parts.sessionFor(server.url);
  await session.accept(await parts.signIn.run(server.url, signal), signal);
  server.grants.length = 0;
  const kept = (): Record<string, unknown> => JSON.parse(keychain.items.get('oauth:1') ?? 'null');
  return { server, keychain, kept, session, ...parts, clock };
}

const many = (session: TokenSession, count = 200) =>
  Promise.all(Array.from({ length: count }, () => session.bearer(signal)));

test('the keychain holds what outlives the app, and no access token', async () => {
  const { server, kept, keychain, session } = await setUp();
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
  const { server, session, sessionFor, kept } = await setUp();
  await session.dispose();
  const next = sessionFor(server.url);
  expect(next.state).toBe('unknown');
  const bearers = await many(next);
  expect(new Set(bearers).size).toBe(1);
  expect(server.accessTokens).toContain(bearers[0]);
  expect(server.grants).toEqual(['refresh_token']);
  expect(server.refreshTokens).toContain(kept()['refreshToken']);
});

test('a token with less than 30 seconds left is renewed ahead, once for any number of callers', async () => {
  const { server, session, clock } = await setUp();
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
  const { server, session } = await setUp();
  const refused = await session.bearer(signal);
  const answers = await Promise.all(Array.from({ length: 200 }, () => session.renew(refused, signal)));
  expect(new Set(answers)).toEqual(new Set([true]));
  expect(await session.renew(refused, signal)).toBe(true);
  expect(server.grants).toEqual(['refresh_token']);
  expect(await session.bearer(signal)).not.toBe(refused);
});

test('a token that is refused again right after its renewal is not renewed in a circle', async () => {
  const { server, session, clock } = await setUp();
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
  const { server, session } = await setUp({ clock });
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
  const { server, session, clock } = await setUp();
  server.tokens = { expires_in };
  await clock.advance(hourMs);
  for (let times = 0; times < 10; times += 1) await session.bearer(signal).catch(() => undefined);
  expect(server.grants.length).toBeLessThanOrEqual(1);
});

test('the rotated refresh token is in the keychain before anyone gets the new access token', async () => {
  const { server, session, keychain, kept, clock } = await setUp();
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
  const { server, session, keychain, kept, secrets, log, clock } = await setUp();
  const before = kept()['refreshToken'];
  keychain.isLocked = true;
  await clock.advance(hourMs);
  expect(server.accessTokens).toContain(await session.bearer(signal));
  expect(kept()['refreshToken']).toBe(before);
  expect(log.lines.some(({ level, message }) => level === 'warn' && /memory only/.test(message))).toBe(true);
  await clock.advance(hourMs);
  expect(server.accessTokens).toContain(await session.bearer(signal));

  keychain.isLocked = false;
  await secrets.retry();
  await until(() => server.refreshTokens.has(String(kept()['refreshToken'])));
});

test('it is written when the keychain comes back by itself, and at the latest when the app closes', async () => {
  const { server, session, keychain, kept, clock } = await setUp();
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
    const { server, session, kept, signedOut, clock } = await setUp({ timeoutMs: 1_000 });
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
  const { server, session, clock } = await setUp();
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
  const { server, session, clock } = await setUp();
  const first = await session.bearer(signal);
  server.onRefresh = (_request, response) => sendJson(response, 503, {});
  await clock.advance(hourMs - 10_000);
  expect(await session.bearer(signal)).toBe(first);
  await clock.advance(10_000);
  await expect(session.bearer(signal)).rejects.toMatchObject({ code: 'service_failed' });
});

test('a revoked sign-in ends for everyone, is reported once and is erased', async () => {
  const { server, session, keychain, signedOut, log } = await setUp();
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
  const { server, session, signIn, clock } = await setUp();
  server.clients.clear();
  await clock.advance(hourMs);
  await expect(session.bearer(signal)).rejects.toMatchObject({ code: 'signed_out' });
  await session.accept(await signIn.run(server.url, signal), signal);
  expect(server.accessTokens).toContain(await session.bearer(signal));
  expect(server.registrations).toBe(2);
});

test('signing out revokes and erases', async () => {
  const { server, session, keychain, kept, signedOut } = await setUp();
  const { refreshToken } = kept();
  await session.signOut();
  expect(server.revoked).toEqual([refreshToken]);
  expect(keychain.items.has('oauth:1')).toBe(false);
  await expect(session.bearer(signal)).rejects.toMatchObject({ code: 'signed_out' });
  expect(signedOut).toEqual([]);
});

test('signing out erases offline too', async () => {
  const { server, session, keychain } = await setUp();
  await server.server.stop();
  await session.signOut();
  expect(keychain.items.has('oauth:1')).toBe(false);
});

test('signing out during a refresh revokes what the refresh brought, and nothing comes back', async () => {
  const { server, session, keychain, kept, signedOut, clock } = await setUp();
  const before = kept()['refreshToken'];
  let finish = (): void => undefined;
  server.onRefresh = (_request, response) => {
    finish = () => {
      server.sendTokens(response);
    };
  };
  await clock.advance(hourMs);
  const renewed = session.bearer(signal).catch((error: unknown) => error);
  await until(() => server.grants.length === 1);
  const leaving = session.signOut();
  finish();
  await Promise.all([renewed, leaving]);
  expect(server.revoked).toHaveLength(1);
  expect(server.revoked).not.toContain(before);
  expect(keychain.items.has('oauth:1')).toBe(false);
  await expect(session.bearer(signal)).rejects.toMatchObject({ code: 'signed_out' });
  expect(signedOut).toEqual([]);
});

test('signing out while the keychain still takes what a sign-in brought leaves nothing of it', async () => {
  const { server, session, keychain, signIn } = await setUp();
  const grant = await signIn.run(server.url, signal);
  keychain.showPrompt();
  const accepted = session.accept(grant, signal);
  await until(() => keychain.running === 1);
  const leaving = session.signOut();
  await settle();
  keychain.answerPrompt();
  await Promise.all([accepted, leaving]);
  expect(session.state).toBe('signed_out');
  await expect(session.bearer(signal)).rejects.toMatchObject({ code: 'signed_out' });
  expect(keychain.items.has('oauth:1')).toBe(false);
  expect(server.revoked).toContain(grant.tokens.refreshToken);
});

test('a sign-in that comes while a sign-out is still revoking stays, also over a restart', async () => {
  const { server, session, sessionFor, signIn, signedOut } = await setUp();
  const [before] = server.refreshTokens;
  const revoked = Promise.withResolvers<void>();
  server.onRevoke = async (_request, response) => {
    await revoked.promise;
    response.writeHead(200).end();
  };
  const leaving = session.signOut();
  await expect(session.bearer(signal)).rejects.toMatchObject({ code: 'signed_out' });
  await until(() => server.revoked.length === 1);
  const grant = await signIn.run(server.url, signal);
  await session.accept(grant, signal);
  revoked.resolve();
  await leaving;
  expect([session.state, server.revoked, signedOut]).toEqual(['signed_in', [before], []]);
  expect(await session.bearer(signal)).toBe(grant.tokens.accessToken);
  await session.dispose();
  expect(server.accessTokens).toContain(await sessionFor(server.url).bearer(signal));
});

test.each(['signed in before', 'signed out before', 'being signed out'] as const)(
  'a sign-in that is called off while the keychain asks leaves nothing but what was there, %s',
  async (before) => {
    const { server, session, keychain, signIn, kept, sessionFor } = await setUp();
    const [first] = server.refreshTokens;
    const revoked = Promise.withResolvers<void>();
    if (before !== 'being signed out') revoked.resolve();
    server.onRevoke = async (_request, response) => {
      await revoked.promise;
      response.writeHead(200).end();
    };
    const leaving = before === 'signed in before' ? Promise.resolve() : session.signOut();
    if (before === 'signed out before') await leaving;
    const grant = await signIn.run(server.url, signal);
    const brought = grant.tokens.refreshToken;
    keychain.showPrompt();
    const stopper = new AbortController();
    const accepted = expect(session.accept(grant, stopper.signal)).rejects.toMatchObject({
      code: 'cancelled',
    });
    await until(() => keychain.calls.at(-1) === 'set oauth:1' && keychain.running === 1);
    const asksMeanwhile = before === 'signed in before';
    const during = asksMeanwhile ? session.bearer(signal) : Promise.resolve('');
    stopper.abort();
    const after = asksMeanwhile ? session.bearer(signal) : Promise.resolve('');
    revoked.resolve();
    await accepted;
    expect(server.revoked).toContain(brought);
    keychain.answerPrompt();
    const [bearer] = await Promise.all([after, during, leaving]);
    await settle();
    if (asksMeanwhile) {
      await session.dispose();
      expect(server.accessTokens).toContain(bearer);
      expect([server.revoked, server.refreshTokens]).toEqual([[brought], new Set([kept()['refreshToken']])]);
      expect(server.accessTokens).toContain(await sessionFor(server.url).bearer(signal));
    } else {
      expect(keychain.items.has('oauth:1')).toBe(false);
      await expect(session.bearer(signal)).rejects.toMatchObject({ code: 'signed_out' });
      expect(server.revoked).toEqual([first, brought]);
    }
  },
);

test('a sign-in that was called off before it is taken over is revoked and changes nothing', async () => {
  const { server, session, keychain, signIn } = await setUp();
  const bearer = await session.bearer(signal);
  const grant = await signIn.run(server.url, signal);
  const calls = keychain.calls.length;
  await expect(session.accept(grant, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
  expect([server.revoked, keychain.calls.length]).toEqual([[grant.tokens.refreshToken], calls]);
  expect(await session.bearer(signal)).toBe(bearer);
});

test('a sign-out that the keychain does not let finish is reported', async () => {
  const { session, keychain } = await setUp();
  keychain.isLocked = true;
  await expect(session.signOut()).rejects.toMatchObject({ code: 'keychain_locked' });
  await expect(session.bearer(signal)).rejects.toMatchObject({ code: 'signed_out' });
});

test('a sign-out without the keychain stays one, and revokes what the keychain holds when it answers', async () => {
  const { server, session, sessionFor, secrets, keychain, kept } = await setUp();
  await session.dispose();
  const next = sessionFor(server.url);
  keychain.isLocked = true;
  await expect(next.bearer(signal)).rejects.toMatchObject({ code: 'keychain_locked' });
  secrets.useSession();
  const { refreshToken } = kept();
  await next.signOut();
  expect([server.revoked, kept()['refreshToken']]).toEqual([[], refreshToken]);
  await next.dispose();

  const later = sessionFor(server.url);
  keychain.isLocked = false;
  expect(await secrets.retry()).toEqual({ state: 'ok' });
  expect([server.revoked, keychain.items.has('oauth:1')]).toEqual([[refreshToken], false]);
  await expect(later.bearer(signal)).rejects.toMatchObject({ code: 'signed_out' });
});

test('a locked keychain is not a sign-out: the sign-in is there when it is open again', async () => {
  const { server, session, sessionFor, secrets, keychain } = await setUp();
  await session.dispose();
  const next = sessionFor(server.url);
  keychain.isLocked = true;
  await expect(next.bearer(signal)).rejects.toMatchObject({ code: 'keychain_locked' });
  expect(next.state).toBe('unknown');
  secrets.useSession();
  await expect(next.bearer(signal)).rejects.toMatchObject({ code: 'signed_out' });
  keychain.isLocked = false;
  await secrets.retry();
  expect(server.accessTokens).toContain(await next.bearer(signal));
});

test('a credential is never used for another service, nor one that is damaged', async () => {
  const { server, session, sessionFor, keychain } = await setUp();
  await session.dispose();
  const other = await SignInServer.start();
  await expect(sessionFor(other.url).bearer(signal)).rejects.toMatchObject({ code: 'signed_out' });
  expect([...other.server.seen, ...server.grants]).toEqual([]);
  for (const text of ['', '{', '{"formatVersion":2}', 'null']) {
    keychain.items.set('oauth:1', text);
    await expect(sessionFor(server.url).bearer(signal)).rejects.toMatchObject({ code: 'signed_out' });
  }
});

test('a caller that gives up does not end the refresh of the others', async () => {
  const { server, session, clock } = await setUp();
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
  const { server, session, kept, clock } = await setUp();
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
  const { server, session, keychain, clock } = await setUp();
  server.tokens = { refresh_token: `refresh-${'x'.repeat(2_400)}` };
  await clock.advance(hourMs);
  expect(server.accessTokens).toContain(await session.bearer(signal));
  const before = keychain.calls.length;
  await clock.advance(hourMs / 2);
  expect(keychain.calls).toHaveLength(before);
});
