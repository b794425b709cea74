import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FormBrowser } from '../support/form-browser.ts';
import { type ControlledService, startControlledService } from '../support/service-under-test.ts';
import { OAuthApp } from '../support/signed-in-app.ts';

let service: ControlledService;
beforeAll(async () => {
  service = await startControlledService();
});
afterAll(() => service.dispose());

const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };

async function meWith(token: string, of = service) {
  return of.caller.send('/v1/me', { headers: { authorization: `Bearer ${token}` } });
}

const statusWith = async (token: string) => (await meWith(token)).status;
const textOf = (value: string | undefined) => value ?? '';

test('§5.1 the metadata lies at all four addresses clients look at, and names what the specification asks for', async () => {
  const { body } = await service.caller.get('/.well-known/oauth-protected-resource');
  const issuer = String(body['authorization_servers']);
  expect(body).toMatchObject({ resource: service.url, bearer_methods_supported: ['header'] });
  expect((await fetch(String(body['resource_documentation']))).status).toBe(200);
  expect(new URL(issuer).pathname).not.toBe('/');
  const { origin, pathname } = new URL(issuer);
  const metadata = await Promise.all(
    ['oauth-authorization-server', 'openid-configuration']
      .flatMap((name) => [`${issuer}/.well-known/${name}`, `${origin}/.well-known/${name}${pathname}`])
      .map(async (address) => (await fetch(address)).json()),
  );
  for (const each of metadata) expect(each).toEqual(metadata[0]);
  expect(metadata[0]).toMatchObject({
    issuer,
    authorization_endpoint: expect.stringContaining(issuer),
    token_endpoint: expect.stringContaining(issuer),
    registration_endpoint: expect.stringContaining(issuer),
    revocation_endpoint: expect.stringContaining(issuer),
    code_challenge_methods_supported: ['S256'],
    response_types_supported: ['code'],
    grant_types_supported: expect.arrayContaining(['authorization_code', 'refresh_token']),
    scopes_supported: expect.arrayContaining(['openid', 'profile', 'email']),
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
    token_endpoint_auth_methods_supported: expect.arrayContaining(['none', 'client_secret_post']),
  });
});

test('§5.3 an app signs a person in and calls the API with what it got', async () => {
  const app = await OAuthApp.register(service.url);
  const { tokens } = await app.signIn(service);
  expect(tokens).toMatchObject({
    token_type: 'bearer',
    expires_in: 3_600,
    refresh_token: expect.any(String),
  });
  expect(tokens.id_token).toBeUndefined();
  const own = (await service.caller.get('/v1/me')).body;
  expect((await meWith(tokens.access_token)).body).toEqual({
    ...own,
    apiKeyId: app.client.client_id,
    apiKeyNickname: 'Command line',
  });
});

test('§5.2 a confidential app needs its secret', async () => {
  const app = await OAuthApp.register(service.url, { token_endpoint_auth_method: 'client_secret_post' });
  const { tokens } = await app.signIn(service);
  expect(await statusWith(tokens.access_token)).toBe(200);
  const refreshed = await app.refresh(textOf(tokens.refresh_token));
  const body = {
    grant_type: 'refresh_token',
    client_id: app.client.client_id,
    client_secret: 'wrong',
    refresh_token: textOf(refreshed.refresh_token),
  };
  const refused = await fetch(String(app.server.token_endpoint), {
    method: 'POST',
    body: new URLSearchParams(body),
  });
  expect([refused.status, (await refused.json()).error]).toEqual([401, 'invalid_client']);
});

test('§5.4 openid brings a signed ID token with what the scopes share, and nothing asked for means email', async () => {
  const app = await OAuthApp.register(service.url, { scope: 'openid email profile' });
  const { tokens } = await app.signIn(service, 'openid email profile');
  const claims = oauth.getValidatedIdTokenClaims(tokens);
  expect(claims).toMatchObject({ iss: app.server.issuer, email: 'user@localhost', name: expect.any(String) });
  const [header = ''] = textOf(tokens.id_token).split('.');
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ alg: 'RS256' });
  const plain = await OAuthApp.register(service.url, { scope: undefined });
  const { tokens: byDefault, consent } = await plain.signIn(service, null);
  expect(byDefault['scope']).toBe('email');
  expect(consent.text).toContain('email address');
  expect(consent.text).not.toContain('Know your name');
});

test('§5.4 asking for offline access is no mistake', async () => {
  const app = await OAuthApp.register(service.url, { scope: undefined });
  const { tokens } = await app.signIn(service, 'email offline_access');
  expect(await statusWith(tokens.access_token)).toBe(200);
});

test.each([
  ['no challenge', { code_challenge: null, code_challenge_method: null }],
  ['a plain challenge', { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }],
])('§5.3 %s is refused, for confidential apps too', async (_name, parameters) => {
  for (const token_endpoint_auth_method of ['none', 'client_secret_basic']) {
    const app = await OAuthApp.register(service.url, { token_endpoint_auth_method });
    const browser = new FormBrowser(service.url, service.signInCode);
    await browser.open(app.authorizationUrl({ state: 's', ...parameters }));
    expect(browser.leftFor?.searchParams.get('error')).toBe('invalid_request');
    expect(browser.leftFor?.searchParams.get('state')).toBe('s');
  }
});

test('§5.3 a code is good once, with its verifier and in time', async () => {
  const app = await OAuthApp.register(service.url);
  const first = await app.signIn(service);
  await expect(app.exchange(first.callback, first.verifier)).rejects.toMatchObject({
    error: 'invalid_grant',
  });
  expect(await statusWith(first.tokens.access_token)).toBe(401);
  const browser = new FormBrowser(service.url, service.signInCode);
  await browser.press(
    await browser.press(await browser.open(app.authorizationUrl({ ...challenge, state: 's' })), 'Sign in as'),
    'Allow',
  );
  const leftFor = browser.leftFor ?? new URL('about:blank');
  const callback = oauth.validateAuthResponse(app.server, app.client, leftFor, 's');
  const wrong = oauth.generateRandomCodeVerifier();
  await expect(app.exchange(callback, wrong)).rejects.toMatchObject({ error: 'invalid_grant' });
});

test.each([
  ['http://127.0.0.1:5000/cb', 'http://127.0.0.1:6123/cb'],
  ['http://localhost/cb', 'http://localhost:6123/cb'],
  ['http://[::1]:1/cb', 'http://[::1]:6123/cb'],
])('a program that registered %s may listen on any port', async (registered, used) => {
  for (const application_type of [undefined, 'web']) {
    const app = await OAuthApp.register(service.url, { redirect_uris: [registered], application_type });
    const browser = new FormBrowser(service.url, service.signInCode);
    const address = app.authorizationUrl({ ...challenge, redirect_uri: used });
    await browser.press(await browser.press(await browser.open(address), 'Sign in as'), 'Allow');
    expect(browser.leftFor?.href).toMatch(new RegExp(`^${used.replaceAll(/[[\]]/g, '\\$&')}\\?code=`));
  }
});

test.each([
  'http://127.0.0.1:5000/other',
  'http://127.0.0.2:5000/cb',
  'https://127.0.0.1:5000/cb',
  'http://127.0.0.1:5000/cb?x=1',
  'http://user@127.0.0.1:5000/cb',
  'http://127.0.0.1.evil.example/cb',
  'https://evil.example/cb',
])('nobody is sent on to %s, which was not registered', async (redirect_uri) => {
  const app = await OAuthApp.register(service.url, { redirect_uris: ['http://127.0.0.1:5000/cb'] });
  const browser = new FormBrowser(service.url, service.signInCode);
  const page = await browser.open(app.authorizationUrl({ ...challenge, redirect_uri }));
  expect([page.status, browser.leftFor]).toEqual([400, null]);
  expect(page.text).toContain('invalid_redirect_uri');
});

test('a person can refuse, and the app learns it from the right issuer', async () => {
  const app = await OAuthApp.register(service.url);
  const browser = new FormBrowser(service.url, service.signInCode);
  const page = await browser.open(app.authorizationUrl({ ...challenge, state: 's' }));
  await browser.press(await browser.press(page, 'Sign in as'), 'Deny');
  const answer = Object.fromEntries(browser.leftFor?.searchParams ?? []);
  expect(answer).toMatchObject({ error: 'access_denied', state: 's', iss: app.server.issuer });
});

test('§5.3 refreshing gives new tokens, and an old refresh token used again ends them all', async () => {
  const app = await OAuthApp.register(service.url);
  const { tokens } = await app.signIn(service);
  const second = await app.refresh(textOf(tokens.refresh_token));
  expect(second.refresh_token).not.toBe(tokens.refresh_token);
  expect(await statusWith(second.access_token)).toBe(200);
  const reuse = app.refresh(textOf(tokens.refresh_token));
  await expect(reuse).rejects.toMatchObject({ error: 'invalid_grant' });
  expect([await statusWith(tokens.access_token), await statusWith(second.access_token)]).toEqual([401, 401]);
  const later = app.refresh(textOf(second.refresh_token));
  await expect(later).rejects.toMatchObject({ error: 'invalid_grant' });
});

test('of two refreshes at the same moment at most one succeeds', async () => {
  const app = await OAuthApp.register(service.url);
  const { tokens } = await app.signIn(service);
  const refresh = () => app.refresh(textOf(tokens.refresh_token));
  const results = await Promise.allSettled([refresh(), refresh(), refresh()]);
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
});

test('a revoked token opens nothing from then on', async () => {
  const app = await OAuthApp.register(service.url);
  for (const name of ['access_token', 'refresh_token'] as const) {
    const { tokens } = await app.signIn(service);
    await app.revoke(textOf(tokens[name]));
    expect(await statusWith(tokens.access_token)).toBe(401);
  }
});

test('an access token is over after the time it was given for', async () => {
  const own = await startControlledService();
  try {
    const app = await OAuthApp.register(own.url);
    const { tokens } = await app.signIn(own);
    own.clock.advanceSeconds(3_599);
    expect((await meWith(tokens.access_token, own)).status).toBe(200);
    own.clock.advanceSeconds(1);
    expect((await meWith(tokens.access_token, own)).status).toBe(401);
  } finally {
    await own.dispose();
  }
});

test('tokens and the signing key outlive a restart, and no token lies in the data folder', async () => {
  const before = await startControlledService();
  const app = await OAuthApp.register(before.url);
  const { tokens } = await app.signIn(before);
  const keysOf = async (url: string) => (await fetch(`${url}/auth/v1/oauth/jwks`)).json();
  const keys = await keysOf(before.url);
  const after = await before.restart();
  try {
    expect((await meWith(tokens.access_token, after)).status).toBe(200);
    expect(await keysOf(after.url)).toEqual(keys);
    expect(JSON.stringify(keys)).not.toContain('"d"');
    const names = await readdir(after.dataFolder, { recursive: true, withFileTypes: true });
    for (const entry of names.filter((name) => name.isFile())) {
      const file = path.join(entry.parentPath, entry.name);
      const bytes = await readFile(file);
      expect(bytes.includes(tokens.access_token)).toBe(false);
      expect(bytes.includes(textOf(tokens.refresh_token))).toBe(false);
      if (entry.name.startsWith('sign-in-key')) expect((await stat(file)).mode & 0o777).toBe(0o600);
    }
    expect(JSON.stringify(after.log)).not.toContain(tokens.access_token);
  } finally {
    await after.dispose();
  }
});

test('a service with sign-in turned off lets nobody sign in', async () => {
  const own = await startControlledService({ allowSignIn: false });
  try {
    const { body } = await own.caller.get('/.well-known/oauth-protected-resource');
    expect(body['authorization_servers']).toEqual([]);
    for (const address of ['/connected-apps', '/auth/v1/oauth/jwks']) {
      expect((await own.caller.get(address)).status).toBe(404);
    }
  } finally {
    await own.dispose();
  }
});
