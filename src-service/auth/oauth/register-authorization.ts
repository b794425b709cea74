import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { issuerPath } from './authorization-paths.ts';
import type { AuthorizationServer } from './authorization-server.ts';

const bodyDeadlineMs = 30_000;
const defaultScope = 'email';
const authorizationPath = '/oauth/authorize';
const metadataNames = ['oauth-authorization-server', 'openid-configuration'];
const routes = [
  { method: 'GET', path: authorizationPath },
  { method: 'GET', path: `${authorizationPath}/:uid` },
  { method: 'POST', path: '/oauth/token' },
  { method: 'POST', path: '/oauth/clients/register' },
  { method: 'POST', path: '/oauth/revoke' },
  { method: 'GET', path: '/oauth/jwks' },
  { method: 'GET', path: '/oauth/userinfo' },
  { method: 'POST', path: '/oauth/userinfo' },
  ...metadataNames.map((name) => ({ method: 'GET', path: `/.well-known/${name}` })),
] as const;

/** Drops senders that never finish, because they would hold their connection forever. */
function limitBodyTime(request: IncomingMessage): void {
  const timer = setTimeout(() => request.destroy(), bodyDeadlineMs);
  timer.unref();
  request.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
}

/** Adds the default scope for an app that names none (specification §5.4). */
function withDefaultScope(path: string): string {
  const [pathname = '', query = ''] = path.split('?', 2);
  const parameters = new URLSearchParams(query);
  if (pathname !== authorizationPath || (parameters.get('scope') ?? '') !== '') return path;
  parameters.set('scope', defaultScope);
  return `${pathname}?${parameters.toString()}`;
}

/** Passes a request to the authorization server. @param givenPath path below the issuer. */
async function handOver(
  server: AuthorizationServer,
  request: FastifyRequest,
  reply: FastifyReply,
  givenPath: string,
): Promise<void> {
  const path = withDefaultScope(givenPath);
  const answer = (await server.provider()).callback();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.hijack();
  limitBodyTime(request.raw);
  // The authorization server takes the path it is mounted at from these two properties.
  Object.assign(request.raw, { originalUrl: issuerPath + path, url: path });
  await answer(request.raw, reply.raw);
}

/**
 * Registers the authorization server's routes. Clients look for its metadata in two places, so both serve it: below the
 * issuer's path, and with the well-known part before that path (RFC 8414 §3.1, contract supplement §4.11).
 */
export function registerAuthorization(app: FastifyInstance, server: AuthorizationServer): void {
  app.removeAllContentTypeParsers();
  // The authorization server reads the bodies itself.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  for (const { method, path } of routes) {
    app.route({
      method,
      url: issuerPath + path,
      config: { access: 'open' },
      handler: (request, reply) =>
        handOver(server, request, reply, (request.raw.url ?? '').slice(issuerPath.length)),
    });
  }
  for (const name of metadataNames) {
    app.get(`/.well-known/${name}${issuerPath}`, { config: { access: 'open' } }, (request, reply) =>
      handOver(server, request, reply, `/.well-known/${name}`),
    );
  }
}
