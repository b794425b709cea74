import { expect, test } from 'vitest';
import { browserNotOpened } from '../../../../../src-main/foundation/web-address.ts';
import { AppError } from '../../../../../src-shared/app-error.ts';
import { SignInServer, signInParts, visit } from '../../../../fakes/sign-in/sign-in-server.ts';
import { TurnedClock, until } from '../../../../fakes/turned-clock.ts';

const { signal } = new AbortController();

/** Sets up a sign-in whose user approves unless `openUrl` does otherwise. */
async function setUp(
  options: { openUrl?: (url: URL, server: SignInServer) => unknown; clock?: TurnedClock } = {},
) {
  const server = await SignInServer.start();
  const parts = signInParts({
    ...(options.clock && { clock: options.clock }),
    openUrl: (url) => (options.openUrl ? options.openUrl(url, server) : visit(server.redirectFor(url))),
  });
  return { server, ...parts };
}

test('signing in brings tokens, with PKCE, a state, the resource and no more scopes than needed', async () => {
  const { server, signIn } = await setUp();
  const grant = await signIn.run(server.url, signal);
  expect(grant).toMatchObject({ issuer: server.issuer, clientId: 'client-1', resource: server.url });
  expect(server.accessTokens).toContain(grant.tokens.accessToken);
  expect(server.refreshTokens).toContain(grant.tokens.refreshToken);
  const [asked] = server.asked;
  expect(Object.fromEntries(asked ?? [])).toEqual({
    response_type: 'code',
    client_id: 'client-1',
    redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
    scope: 'email profile',
    state: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
    resource: server.url,
  });
  const exchange = server.server.seen.find(({ body }) => body.includes('code_verifier'));
  expect(new URLSearchParams(exchange?.body.toString()).get('resource')).toBe(server.url);
  expect(new URLSearchParams(exchange?.body.toString()).get('code_verifier')).toMatch(/^[\w-]{43,128}$/);
  const registration = server.server.seen.find(({ url }) => url.endsWith('/register'));
  expect(JSON.parse(String(registration?.body))).toMatchObject({
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    redirect_uris: [asked?.get('redirect_uri')],
  });
});

test('every attempt has a state and a challenge of its own, and the app is registered once', async () => {
  const { server, signIn } = await setUp();
  await signIn.run(server.url, signal);
  await signIn.run(server.url, signal);
  expect(new Set(server.asked.map((query) => query.get('state'))).size).toBe(2);
  expect(new Set(server.asked.map((query) => query.get('code_challenge'))).size).toBe(2);
  expect(server.registrations).toBe(1);
});

test('a server that forgot the app has it register again, exactly once, before the browser opens', async () => {
  const { server, signIn } = await setUp();
  await signIn.run(server.url, signal);
  server.clients.clear();
  const grant = await signIn.run(server.url, signal);
  expect(grant.clientId).toBe('client-2');
  await signIn.run(server.url, signal);
  expect(server.registrations).toBe(2);
});

test.each([
  ['another state', { state: 'x'.repeat(43) }],
  ['no state', { state: null }],
  ['another issuer', { iss: 'https://evil.example' }],
  ['no issuer although it was announced', { iss: null }],
  ['no code', { code: null }],
  ['an error with another state', { code: null, error: 'access_denied', state: 'x' }],
  ['an error of another issuer', { code: null, error: 'access_denied', iss: 'https://evil.example' }],
])('an answer with %s asks for no token, and the right one still counts', async (_name, changes) => {
  const statuses: number[] = [];
  const { server, signIn } = await setUp({
    openUrl: async (url, of) => {
      statuses.push(await visit(of.redirectFor(url, changes)));
      expect(of.grants).toEqual([]);
      statuses.push(await visit(of.redirectFor(url)));
    },
  });
  await signIn.run(server.url, signal);
  expect(statuses).toEqual([404, 200]);
  expect(server.grants).toEqual(['authorization_code']);
});

test.each([
  ['two codes', ['code', 'second']],
  ['the same code twice', ['code', 'the same']],
  ['two states', ['state', 'second']],
  ['two issuers', ['iss', 'https://evil.example']],
  ['an error beside its code', ['error', 'access_denied']],
] as const)('an answer with %s is ignored, and the right one still counts', async (_name, [name, value]) => {
  const statuses: number[] = [];
  const { server, signIn } = await setUp({
    openUrl: async (url, of) => {
      const malformed = of.redirectFor(url);
      const added = value === 'the same' ? (malformed.searchParams.get(name) ?? '') : value;
      malformed.searchParams.append(name, added);
      statuses.push(await visit(malformed));
      statuses.push(await visit(of.redirectFor(url)).catch(() => 0));
    },
  });
  const [outcome] = await Promise.allSettled([signIn.run(server.url, signal)]);
  expect([outcome.status, statuses]).toEqual(['fulfilled', [404, 200]]);
  expect(server.grants).toEqual(['authorization_code']);
});

test('a code is redeemed once however often the answer comes', async () => {
  const { server, signIn } = await setUp({
    openUrl: (url, of) => {
      const target = of.redirectFor(url);
      return Promise.allSettled([visit(target), visit(target), visit(target)]);
    },
  });
  await signIn.run(server.url, signal);
  expect(server.grants).toEqual(['authorization_code']);
});

test('a user who says no is distinguished from other errors, and only codes of letters are passed on', async () => {
  const answers = ['access_denied', 'server_error', '<b>canary</b>'];
  const { server, signIn } = await setUp({
    openUrl: (url, of) => visit(of.redirectFor(url, { code: null, error: answers.shift() ?? '' })),
  });
  await expect(signIn.run(server.url, signal)).rejects.toMatchObject({ code: 'sign_in_refused' });
  await expect(signIn.run(server.url, signal)).rejects.toMatchObject({
    code: 'sign_in_failed',
    details: { host: new URL(server.url).host, reason: 'server_error' },
  });
  await expect(signIn.run(server.url, signal)).rejects.toMatchObject({
    details: { reason: 'unknown_error' },
  });
});

test('a code of somebody else is refused for its challenge', async () => {
  const { server, signIn } = await setUp({
    openUrl: (url, of) => {
      const other = new URL(url);
      other.searchParams.set('code_challenge', 'x'.repeat(43));
      return visit(of.redirectFor(other));
    },
  });
  const failure = await signIn.run(server.url, signal).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'sign_in_failed', details: { reason: 'invalid_grant' } });
});

test('without a browser the sign-in is over at once and nothing listens', async () => {
  let redirectUri = '';
  const { server, signIn } = await setUp({
    openUrl: (url) => {
      redirectUri = url.searchParams.get('redirect_uri') ?? '';
      throw browserNotOpened(url);
    },
  });
  await expect(signIn.run(server.url, signal)).rejects.toMatchObject({ code: 'browser_not_opened' });
  await expect(visit(redirectUri)).rejects.toThrow();
});

test('it can be cancelled while the browser is open, and is over after five minutes', async () => {
  const clock = new TurnedClock();
  const opened: URL[] = [];
  const { server, signIn } = await setUp({ clock, openUrl: (url) => opened.push(url) });
  const stopper = new AbortController();
  const cancelled = expect(signIn.run(server.url, stopper.signal)).rejects.toMatchObject({
    code: 'cancelled',
  });
  await until(() => opened.length === 1);
  stopper.abort();
  await cancelled;
  expect(clock.waiting).toBe(0);
  const expired = expect(signIn.run(server.url, signal)).rejects.toMatchObject({ code: 'sign_in_expired' });
  await until(() => opened.length === 2);
  await clock.advance(5 * 60 * 1000);
  await expired;
  await expect(visit(opened[1]?.searchParams.get('redirect_uri') ?? '')).rejects.toThrow();
});

test('offline access is asked for where a sign-in without it brought no refresh token', async () => {
  const { server, signIn } = await setUp();
  server.tokens = { refresh_token: undefined };
  expect((await signIn.run(server.url, signal)).tokens.refreshToken).toBeNull();
  server.tokens = {};
  await signIn.run(server.url, signal);
  expect(server.asked.map((query) => query.get('scope'))).toEqual([
    'email profile',
    'email profile offline_access',
  ]);
});

test.each([
  ['no bearer', { token_type: 'dpop' }, 'no_bearer'],
  ['a token that would end its header', { access_token: 'a\r\nx-evil: 1' }, 'no_bearer'],
  ['no token', { access_token: undefined }, 'unreadable_answer'],
  ['a lifetime that is none', { expires_in: 'canary' }, 'unreadable_answer'],
])('an answer with %s is refused', async (_name, tokens, reason) => {
  const { server, signIn } = await setUp();
  server.tokens = tokens;
  await expect(signIn.run(server.url, signal)).rejects.toMatchObject({
    code: 'sign_in_failed',
    details: { reason },
  });
});

test('no code, verifier or token is in an error or in the log', async () => {
  const { server, signIn, log } = await setUp();
  server.tokens = { access_token: 'access-canary', refresh_token: 'refresh-canary', expires_in: 'x' };
  const failure = await signIn.run(server.url, signal).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(AppError);
  const everything = JSON.stringify([failure, log.lines]) + everyText(failure);
  const exchange = server.server.seen.find(({ body }) => body.includes('code_verifier'));
  const form = new URLSearchParams(exchange?.body.toString());
  for (const secret of [
    'canary',
    form.get('code'),
    form.get('code_verifier'),
    server.asked[0]?.get('state'),
  ]) {
    expect(secret).toBeTruthy();
    expect(everything).not.toContain(secret);
  }
});

/** Returns all texts of an error and its causes, as a log would write them. */
function everyText(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error) ?? '';
  return [error.message, error.stack, JSON.stringify(Object.entries(error)), everyText(error.cause)].join(
    '\n',
  );
}
