import { randomUUID } from 'node:crypto';
import { OAuth2Server } from 'oauth2-mock-server';
import { expect, onTestFinished, test } from 'vitest';
import { FormBrowser } from '../../../../conformance/support/form-browser.ts';
import { startControlledService } from '../../../../conformance/support/service-under-test.ts';
import { signInParts, visit } from '../../../../fakes/sign-in/sign-in-server.ts';
import { sendJson } from '../../../../fakes/test-server.ts';
import { TurnedClock } from '../../../../fakes/turned-clock.ts';

const { signal } = new AbortController();
const hourMs = 60 * 60 * 1000;

/** Starts a third-party authorization server, which sends an unrequested ID token with a date years ago. */
async function startMockServer(metadata: Record<string, unknown> = {}) {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  onTestFinished(() => server.stop());
  const url = String(server.issuer.url);
  server.service.addRoute('GET', '/.well-known/oauth-protected-resource', (_request, response) => {
    sendJson(response, 200, { resource: url, authorization_servers: [url] });
  });
  let registrations = 0;
  server.service.addRoute('POST', '/register', (_request, response) => {
    registrations += 1;
    sendJson(response, 201, { client_id: `the-app-${String(registrations)}` });
  });
  server.service.on('beforeWellKnownOpenIdConfiguration', (answer) => {
    answer.body = Object.assign({}, answer.body, { registration_endpoint: `${url}/register` }, metadata);
  });
  server.service.on('beforeTokenSigning', (token) => {
    Object.assign(token.payload, { iat: 1_000, exp: 2_000, jti: randomUUID() });
  });
  return { server, url };
}

async function follow(url: URL): Promise<void> {
  const response = await fetch(url, { redirect: 'manual' });
  await visit(response.headers.get('location') ?? '');
}

test('a server of others signs in and renews; a failing one keeps the sign-in, a refusing one ends it', async () => {
  const { server, url } = await startMockServer();
  const clock = new TurnedClock();
  const { signIn, sessionFor, signedOut, secrets } = signInParts({ clock, openUrl: follow });
  const session = sessionFor(url);
  await session.accept(await signIn.run(url, signal), signal);
  const first = await session.bearer(signal);
  await clock.advance(hourMs);
  const second = await session.bearer(signal);
  expect(second).not.toBe(first);

  server.service.once('beforeResponse', (answer) => {
    answer.statusCode = 500;
    answer.body = { error: 'server_error' };
  });
  await clock.advance(hourMs);
  await expect(session.bearer(signal)).rejects.toMatchObject({ code: 'service_failed' });
  await clock.advance(1_000);
  expect(await session.bearer(signal)).toBeTruthy();

  server.service.once('beforeResponse', (answer) => {
    answer.statusCode = 400;
    answer.body = { error: 'invalid_grant' };
  });
  await clock.advance(hourMs);
  await expect(session.bearer(signal)).rejects.toMatchObject({ code: 'signed_out' });
  expect([signedOut, await secrets.get('oauth:1')]).toEqual([['1'], null]);
});

/** Refusals in the form of some servers, which RFC 6749 does not define. */
const ownCodes = [
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_not_found',
  'session_expired',
];
const ownWords = ownCodes.map((code) => ({
  code: 400,
  error_code: code,
  msg: 'Invalid Refresh Token: Refresh Token Not Found',
}));

/** Prepares a sign-in with expired tokens, at a server that answers their renewal with this error. */
async function refusedAtRenewal(statusCode: number, body: object) {
  const { server, url } = await startMockServer();
  const clock = new TurnedClock();
  const { signIn, sessionFor, ...parts } = signInParts({ clock, openUrl: follow });
  const session = sessionFor(url);
  await session.accept(await signIn.run(url, signal), signal);
  server.service.once('beforeResponse', (answer) => Object.assign(answer, { statusCode, body }));
  await clock.advance(hourMs);
  return { session, ...parts };
}

test.each(ownWords.flatMap((body) => [400, 401].map((status) => [status, body.error_code, body] as const)))(
  'a server that answers %i with %s in words of its own ends the sign-in',
  async (statusCode, _code, body) => {
    const { session, signedOut, secrets } = await refusedAtRenewal(statusCode, body);
    await expect(session.bearer(signal)).rejects.toMatchObject({ code: 'signed_out' });
    expect([signedOut, await secrets.get('oauth:1')]).toEqual([['1'], null]);
  },
);

test.each([
  [401, { message: 'Unauthorized' }],
  [400, { error_code: 'validation_failed', msg: 'Not like this.' }],
  [401, { error: { message: 'No route.' } }],
])(
  'an answer of %i with words nobody knows keeps the sign-in, which is tried again',
  async (statusCode, body) => {
    const { session, signedOut, secrets } = await refusedAtRenewal(statusCode, body);
    await expect(session.bearer(signal)).rejects.toMatchObject({ code: 'unauthorized' });
    expect([signedOut, session.state]).toEqual([[], 'signed_in']);
    expect(await secrets.get('oauth:1')).not.toBeNull();
    session.retry();
    expect(await session.bearer(signal)).toBeTruthy();
  },
);

test.each([
  ['words of its own', 400, ownWords[0]],
  ['a fault', 500, {}],
  ['too many requests', 429, {}],
  ['a page', 404, '<p>Hello'],
  ['a list', 400, []],
])(
  'a server that answers %s when asked for a client has it registered anew',
  async (_name, statusCode, body) => {
    const { server, url } = await startMockServer();
    const { signIn, clients } = signInParts({ openUrl: follow });
    await signIn.run(url, signal);
    server.service.once('beforeResponse', (answer) => Object.assign(answer, { statusCode, body }));
    const grant = await signIn.run(url, signal);
    expect(grant.tokens.accessToken).toBeTruthy();
    expect(clients.read(url)?.clientId).toBe('the-app-2');
  },
);

test('a server that breaks off when asked for a client is not registered at again', async () => {
  const { server, url } = await startMockServer();
  const { signIn, clients } = signInParts({ openUrl: follow });
  await signIn.run(url, signal);
  server.service.once('beforeResponse', (_answer, request) => request.socket.destroy());
  await expect(signIn.run(url, signal)).rejects.toMatchObject({ code: 'service_unreachable' });
  expect(clients.read(url)?.clientId).toBe('the-app-1');
});

test('an answer of the wrong issuer is not taken, and a server without S256 is not used', async () => {
  const { server, url } = await startMockServer({ authorization_response_iss_parameter_supported: true });
  const issuers = ['https://evil.example', url];
  server.service.on('beforeAuthorizeRedirect', (redirect) => {
    redirect.url.searchParams.set('iss', issuers.shift() ?? '');
  });
  const { signIn } = signInParts({
    openUrl: async (address) => {
      await follow(address);
      await follow(address);
    },
  });
  await signIn.run(url, signal);
  expect(issuers).toEqual([]);
  const { url: weak } = await startMockServer({ code_challenge_methods_supported: ['plain'] });
  await expect(signInParts().signIn.run(weak, signal)).rejects.toMatchObject({
    details: { reason: 'no_s256' },
  });
});

test('the local service signs in, renews, forgets what was revoked and learns of a sign-out', async () => {
  const service = await startControlledService();
  onTestFinished(() => service.dispose());
  const openUrl = async (url: URL) => {
    const browser = new FormBrowser(service.url, service.signInCode);
    await browser.press(await browser.press(await browser.open(url), 'Sign in as'), 'Allow');
    await visit(String(browser.leftFor));
  };
  const clock = new TurnedClock();
  const { signIn, sessionFor, signedOut, secrets } = signInParts({ clock, openUrl });
  const statusWith = async (bearer: string) =>
    (await service.caller.send('/v1/me', { headers: { authorization: `Bearer ${bearer}` } })).status;
  const keptToken = async (): Promise<string> =>
    JSON.parse((await secrets.get('oauth:1')) ?? '{}').refreshToken;

  const session = sessionFor(service.url);
  await session.accept(await signIn.run(service.url, signal), signal);
  const first = await session.bearer(signal);
  expect(await statusWith(first)).toBe(200);
  const kept = await keptToken();
  service.clock.advanceSeconds(3_601);
  expect(await statusWith(first)).toBe(401);
  await Promise.all(Array.from({ length: 200 }, () => session.renew(first, signal)));
  expect(await statusWith(await session.bearer(signal))).toBe(200);
  expect(await keptToken()).not.toBe(kept);

  const second = await session.bearer(signal);
  await session.signOut();
  expect([await statusWith(second), await secrets.get('oauth:1')]).toEqual([401, null]);
  expect(signedOut).toEqual([]);
  await session.accept(await signIn.run(service.url, signal), signal);
  expect(await statusWith(await session.bearer(signal))).toBe(200);
});

test('a user who denies at the local service is recognized', async () => {
  const service = await startControlledService();
  onTestFinished(() => service.dispose());
  const { signIn } = signInParts({
    openUrl: async (url) => {
      const browser = new FormBrowser(service.url, service.signInCode);
      await browser.press(await browser.press(await browser.open(url), 'Sign in as'), 'Deny');
      await visit(String(browser.leftFor));
    },
  });
  await expect(signIn.run(service.url, signal)).rejects.toMatchObject({ code: 'sign_in_refused' });
});
