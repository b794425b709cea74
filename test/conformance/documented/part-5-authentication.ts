import { describe, expect, test, type TestContext } from 'vitest';
import { OAuthApp } from '../support/signed-in-app.ts';
import { address, expectApiError, expectField, list } from './facts.ts';
import { bodyOf, caller, target } from './target.ts';

const discovery = '/.well-known/oauth-protected-resource';

async function metadata(context: TestContext): Promise<Record<string, unknown>> {
  const { body } = await caller.get(discovery);
  const [issuer] = body['authorization_servers'] as string[];
  if (issuer === undefined) context.skip('signing in is turned off');
  const answer = await fetch(`${issuer}/.well-known/oauth-authorization-server`);
  return answer.json();
}

/** Every route, with IDs that do not exist. A caller without a credential must not learn whether one exists. */
const everyPath = [
  ['GET', '/v1/me'],
  ['GET', '/v1/resources/tts-voices'],
  ['GET', '/v1/resources/languages'],
  ['GET', '/v1/files'],
  ['GET', '/v1/files/x_file_y'],
  ['POST', '/v1/files/upload'],
  ['POST', '/v1/files/search'],
  ['POST', '/v1/files/x_file_y/hydrate'],
  ['POST', '/v1/files/x_file_y/archive'],
  ['POST', '/v1/workflows/script-to-video'],
  ['POST', '/v1/workflows/add-visuals-narrations-and-captions-to-script'],
  ['POST', '/v1/workflows/storyboard-to-video'],
  ['GET', '/v1/workflows/runs'],
  ['GET', '/v1/workflows/runs/x_work_y'],
  ['POST', '/v1/workflows/runs/x_work_y/cancel'],
  ['GET', '/v1/projects'],
  ['GET', '/v1/projects/x_proj_y'],
  ['POST', '/v1/projects/x_proj_y/export'],
  ['GET', '/v1/projects/x_proj_y/exports'],
  ['GET', '/v1/projects/x_proj_y/exports/x_expo_y'],
  ['POST', '/v1/projects/x_proj_y/timeline-interchange'],
  ['GET', '/v1/timeline-interchange/x_inte_y'],
  ['POST', '/v1/projects/x_proj_y/remix'],
  ['GET', '/v1/projects/x_proj_y/remix-actions'],
  ['POST', '/v1/assistants'],
  ['GET', '/v1/assistant-messages/x_mesg_y'],
  ['POST', '/v1/text/generate'],
  ['POST', '/v1/tools/generate-image'],
  ['GET', '/v1/tools/executions'],
  ['GET', '/v1/entities'],
  ['GET', '/v1/webhooks/endpoints'],
  ['DELETE', '/v1/webhooks/endpoints/ep_x'],
  ['GET', '/v1/no-such-path'],
  ['GET', '/'],
] as const;

/** Skips the check unless the suite started the service, because signing in elsewhere needs a person. */
function needsOwnService(context: TestContext): void {
  if (!target.isOwn) context.skip('a person would have to sign in');
}

async function meWith(token: string) {
  return caller.send('/v1/me', { headers: { authorization: `Bearer ${token}` } });
}

describe('part-5-authentication', () => {
  const { apiKey } = target;
  test.each([
    ['a wrong key', 'Bearer wrong'],
    ['an empty header', ''],
    ['a key without a scheme', apiKey],
    ['the key in another scheme', `Basic ${apiKey}`],
    ['no key', 'Bearer '],
    ['more than the key', `Bearer ${apiKey}x`],
    ['less than the key', `Bearer ${apiKey.slice(0, -1)}`],
  ])('§5 %s is refused with 401', async (_what, authorization) => {
    expectApiError(await caller.send('/v1/me', { headers: { authorization } }), 401, 'invalid_api_key');
  });

  test('§5 a key elsewhere than in its header is as good as none', async () => {
    const nothing = { authorization: '' };
    for (const [path, headers] of [
      ['/v1/me', { ...nothing, 'x-api-key': apiKey }],
      [`/v1/me?api_key=${apiKey}&access_token=${apiKey}`, nothing],
    ] as const) {
      expectApiError(await caller.send(path, { headers }), 401, 'invalid_api_key');
    }
  });

  test('§5 the scheme is taken in small letters too', async () => {
    const headers = { authorization: `bearer ${apiKey}` };
    expect((await caller.send('/v1/me', { headers })).status).toBe(200);
  });

  test.each(everyPath)(
    '§5 %s %s needs a credential, and the refusal says where to sign in',
    async (...at) => {
      const [method, path] = at;
      const headers = { authorization: 'Bearer wrong' };
      const answer = await caller.send(path, { method, headers });
      expectApiError(answer, 401, 'invalid_api_key');
      const challenge = answer.headers.get('www-authenticate') ?? '';
      expect(challenge).toMatch(/^Bearer realm="?[^",]+"?, resource_metadata="/);
      expect(challenge).toContain(`"${target.url}${discovery}"`);
    },
  );

  test('§4.12 the metadata needs no credential', async () => {
    expect((await fetch(target.url + discovery)).status).toBe(200);
  });

  test.each([
    ['resource', (value: unknown) => (target.isOwn ? value === target.url : address(value))],
    ['authorization_servers', list],
    ['bearer_methods_supported', (value: unknown) => Array.isArray(value) && value.includes('header')],
    ['resource_documentation', address],
  ] as const)('§5.1 the metadata has %s', async (field, check) => {
    expectField(bodyOf(await caller.get(discovery), 200), field, check);
  });

  test.for(['authorization_endpoint', 'token_endpoint'])(
    '§5.1 the authorization server tells its %s',
    async (field, context) => {
      expectField(await metadata(context), field, address);
    },
  );

  test('§5.1 the authorization server supports S256', async (context) => {
    expect((await metadata(context))['code_challenge_methods_supported']).toContain('S256');
  });

  test('§5.2 where it is offered, an app registers itself and gets a client_id', async (context) => {
    if (!address((await metadata(context))['registration_endpoint'])) context.skip('no dynamic registration');
    const app = await OAuthApp.register(target.url);
    expect(app.client.client_id).not.toBe('');
  });

  test('§5.3 a made-up code is refused by the token endpoint', async (context) => {
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code: 'made-up',
      client_id: 'made-up',
      redirect_uri: 'http://127.0.0.1:40111/callback',
      code_verifier: 'x'.repeat(43),
    });
    const answer = await fetch(String((await metadata(context))['token_endpoint']), { method: 'POST', body });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });

  test('§5.3 a person signs in with PKCE, and the token works as the key does', async (context) => {
    needsOwnService(context);
    const app = await OAuthApp.register(target.url);
    const { tokens } = await app.signIn(target);
    expect(tokens.token_type).toMatch(/^bearer$/i);
    expect(tokens.expires_in).toBeGreaterThan(0);
    const own = bodyOf(await caller.get('/v1/me'), 200);
    const me = bodyOf(await meWith(tokens.access_token), 200);
    expect(me['teamId']).toBe(own['teamId']);
    const refreshed = await app.refresh(String(tokens.refresh_token));
    expect((await meWith(refreshed.access_token)).status).toBe(200);
  });

  test('§5.4 a revoked token works no longer', async (context) => {
    needsOwnService(context);
    const app = await OAuthApp.register(target.url);
    const { tokens } = await app.signIn(target, 'email');
    await app.revoke(tokens.access_token);
    expectApiError(await meWith(tokens.access_token), 401, 'invalid_api_key');
  });

  test('§5.4 openid brings an ID token', async (context) => {
    needsOwnService(context);
    const app = await OAuthApp.register(target.url, { scope: 'openid email profile' });
    const { tokens } = await app.signIn(target, 'openid email profile');
    expect(tokens.id_token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });
});
