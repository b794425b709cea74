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

/** A sender that never finishes would hold its connection for ever. */
function limitBodyTime(request: IncomingMessage): void {
  const timer = setTimeout(() => request.destroy(), bodyDeadlineMs);
  timer.unref();
  request.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
}

/** An app that asks for nothing in particular asks for this (specification §5.4). */
function withDefaultScope(path: string): string {
  const [pathname = '', query = ''] = path.split('?', 2);
  const parameters = new URLSearchParams(query);
  if (pathname !== authorizationPath || (parameters.get('scope') ?? '') !== '') return path;
  parameters.set('scope', defaultScope);
  return `${pathname}?${parameters.toString()}`;
}

/** Hands a request over. @param givenPath below the issuer, as the authorization server knows it. */
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
  // The names a server in front uses to tell where it has put this one.
  Object.assign(request.raw, { originalUrl: issuerPath + path, url: path });
  await answer(request.raw, reply.raw);
}

/**
 * The authorization server's addresses, its metadata at both places clients look: after the issuer's path, and
 * with the well-known part put before that path (RFC 8414 §3.1, contract supplement §4.11).
 */
export function registerAuthorization(app: FastifyInstance, server: AuthorizationServer): void {
  app.removeAllContentTypeParsers();
  // Bodies stay unread: the authorization server reads them itself.
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
