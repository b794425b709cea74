import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { SignInServer, signInParts } from '../../../../fakes/sign-in/sign-in-server.ts';
import { sendJson, TestServer, unusedAddress } from '../../../../fakes/test-server.ts';
import { TurnedClock } from '../../../../fakes/turned-clock.ts';

const { signal } = new AbortController();

test('the authorization server is found from the address of the service alone', async () => {
  const server = await SignInServer.start();
  const place = await signInParts().discovery.find(server.url, signal);
  expect(place).toMatchObject({
    resource: server.url,
    server: { issuer: server.issuer, token_endpoint: `${server.issuer}/token` },
  });
});

test('a discovered server is valid for an hour and then read again', async () => {
  const clock = new TurnedClock();
  const server = await SignInServer.start();
  const { discovery } = signInParts({ clock });
  for (let times = 0; times < 3; times += 1) await discovery.find(server.url, signal);
  expect(server.server.seen).toHaveLength(2);
  await clock.advance(60 * 60 * 1000);
  await discovery.find(server.url, signal);
  expect(server.server.seen).toHaveLength(4);
});

describe('the metadata may lie at each of the four places', () => {
  test.each([
    '/auth/v1/.well-known/oauth-authorization-server',
    '/.well-known/oauth-authorization-server/auth/v1',
    '/auth/v1/.well-known/openid-configuration',
    '/.well-known/openid-configuration/auth/v1',
  ])('%s', async (path) => {
    const real = await SignInServer.start();
    const server = await TestServer.start((request, response) => {
      const issuer = `${server.url}/auth/v1`;
      if (request.url === '/.well-known/oauth-protected-resource') {
        sendJson(response, 200, { resource: server.url, authorization_servers: [issuer] });
      } else if (request.url === path) {
        const text = JSON.stringify(real.allMetadata).replaceAll(real.url, server.url);
        sendJson(response, 200, JSON.parse(text));
      } else response.end('<!doctype html><p>Every path is this page.</p>');
    });
    const place = await signInParts().discovery.find(server.url, signal);
    expect(place.server.issuer).toBe(`${server.url}/auth/v1`);
  });
});

test.each([
  ['another issuer', { issuer: 'http://127.0.0.1:1/auth/v1' }, 'wrong_issuer'],
  ['an issuer with another path', { issuer: '/' }, 'wrong_issuer'],
  ['no issuer', { issuer: undefined }, 'wrong_issuer'],
  [
    'an authorization endpoint elsewhere',
    { authorization_endpoint: 'https://evil.example/a' },
    'foreign_endpoint',
  ],
  ['a token endpoint elsewhere', { token_endpoint: 'http://127.0.0.1:1/token' }, 'foreign_endpoint'],
  ['a revocation endpoint elsewhere', { revocation_endpoint: 'https://evil.example/r' }, 'foreign_endpoint'],
  ['an endpoint that is no address', { token_endpoint: 'token' }, 'foreign_endpoint'],
  ['an endpoint for programs', { authorization_endpoint: 'file:///bin/sh' }, 'foreign_endpoint'],
  ['no token endpoint', { token_endpoint: undefined }, 'endpoint_missing'],
  ['plain challenges only', { code_challenge_methods_supported: ['plain'] }, 'no_s256'],
  ['challenges as a text', { code_challenge_methods_supported: 'S256' }, 'no_s256'],
  ['challenges as a longer text', { code_challenge_methods_supported: 'not S256' }, 'no_s256'],
  ['no word about challenges', { code_challenge_methods_supported: undefined }, 'no_s256'],
])('metadata with %s is refused', async (_name, metadata, reason) => {
  const server = await SignInServer.start();
  server.metadata = metadata;
  await expect(signInParts().discovery.find(server.url, signal)).rejects.toMatchObject({
    code: 'sign_in_failed',
    details: { reason },
  });
});

test.each([
  ['another service', { resource: 'https://api.example.com' }, 'unreadable_answer'],
  ['no authorization server', { authorization_servers: [] }, 'no_server'],
  ['an authorization server that is no address', { authorization_servers: ['auth'] }, 'no_server'],
  ['an unencrypted one', { authorization_servers: ['http://auth.example.com/v1'] }, 'insecure_address'],
  ['a file', { authorization_servers: ['file:///etc/passwd'] }, 'no_server'],
  ['a text', { authorization_servers: ['data:text/plain,issuer'] }, 'no_server'],
  ['one with a user name', { authorization_servers: ['https://u:p@127.0.0.1/v1'] }, 'no_server'],
])('a service that names %s is refused', async (_name, resource, reason) => {
  const server = await SignInServer.start();
  server.resource = resource;
  const found = signInParts().discovery.find(server.url, signal);
  await expect(found).rejects.toMatchObject({ code: 'sign_in_failed', details: { reason } });
});

test('redirects are not followed, not even to the same host', async () => {
  const server = await TestServer.start((request, response) => {
    if (request.url !== '/elsewhere') response.writeHead(302, { location: '/elsewhere' }).end();
    else sendJson(response, 200, { resource: server.url });
  });
  await expect(signInParts().discovery.find(server.url, signal)).rejects.toMatchObject({
    code: 'sign_in_failed',
    details: { reason: 'redirect' },
  });
  expect(server.seen).toHaveLength(1);
});

test('an endless answer is cut off at 1 MiB', async () => {
  let sentBytes = 0;
  const server = await TestServer.start(async (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const closed = once(response, 'close');
    while (!response.destroyed && sentBytes < 64 * 1024 * 1024) {
      sentBytes += 65_536;
      if (!response.write(' '.repeat(65_536))) await Promise.race([once(response, 'drain'), closed]);
    }
  });
  await expect(signInParts().discovery.find(server.url, signal)).rejects.toMatchObject({
    code: 'sign_in_failed',
    details: { reason: 'answer_too_large' },
  });
  expect(sentBytes).toBeLessThan(16 * 1024 * 1024);
});

test('silence, a refused connection and a failing server are not failures of the sign-in', async () => {
  const silent = await TestServer.start(() => undefined);
  const failing = await TestServer.start((_request, response) => {
    sendJson(response, 503, {});
  });
  const { discovery } = signInParts({ timeoutMs: 50 });
  await expect(discovery.find(silent.url, signal)).rejects.toMatchObject({ code: 'service_unreachable' });
  await expect(discovery.find(await unusedAddress(), signal)).rejects.toMatchObject({
    code: 'service_unreachable',
    details: { reason: 'ECONNREFUSED', outcome: 'not_sent' },
  });
  await expect(discovery.find(failing.url, signal)).rejects.toMatchObject({ code: 'service_failed' });
});

test('nothing but the address is sent, and an unencrypted service elsewhere is not asked at all', async () => {
  const server = await SignInServer.start();
  await signInParts().discovery.find(server.url, signal);
  for (const { headers } of server.server.seen) {
    expect(Object.keys(headers).filter((name) => /auth|cookie|^x-/.test(name))).toEqual([]);
  }
  await expect(signInParts().discovery.find('http://api.example.com', signal)).rejects.toMatchObject({
    code: 'sign_in_failed',
    details: { host: 'api.example.com', reason: 'insecure_address' },
  });
});
