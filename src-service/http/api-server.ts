import { randomBytes } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { RateGroup } from '../../src-shared/api/rate-groups.ts';
import { ApiError, invalidRequest } from '../api-error.ts';
import type { Caller, Credentials } from '../auth/credentials.ts';
import { describeError } from '../describe-error.ts';
import type { ServiceLog } from '../service-log.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { RequestDeadlines } from './request-deadlines.ts';

/** Connections in all; a process has only so many descriptors. */
const maxConnections = 512;
/** Of these, connections on which nobody has shown a key or a signed link yet. */
const maxStrangers = 256;

/**
 * Keeps room for whoever has a key: strangers displace each other, the one that came first goes first. Any program of
 * this computer can connect, and a limit on all alike would let one that only holds connections shut out the owner.
 */
class ConnectionGuard {
  /** In the order in which they came. */
  readonly #strangers = new Set<Socket>();
  readonly #admitted = new WeakSet<IncomingMessage>();

  watch(server: Server): void {
    server.maxConnections = maxConnections;
    server.on('connection', (socket) => {
      this.#strangers.add(socket);
      socket.once('close', () => this.#strangers.delete(socket));
      const [first] = this.#strangers;
      if (this.#strangers.size <= maxStrangers || first === undefined) return;
      this.#strangers.delete(first);
      first.destroy();
    });
  }

  /** To be called when a key or a signed link was found good: this connection is no longer a stranger's. */
  admit(request: IncomingMessage): void {
    this.#admitted.add(request);
    this.#strangers.delete(request.socket);
  }

  isAdmitted(request: IncomingMessage): boolean {
    return this.#admitted.has(request);
  }
}

function hostsOf(request: IncomingMessage): string[] {
  return request.rawHeaders.filter(
    (_, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === 'host',
  );
}

/** Whether a browser says that a page of this very address sent it; other ports are other programs. */
function isFromOwnPage(request: IncomingMessage, host: string): boolean {
  return request.headers.origin?.toLowerCase() === `http://${host}`;
}

/**
 * Refuses what only a browser on a foreign page would send. A page can point a name of its own at this machine,
 * so exactly one Host header must name the loopback address; and requests of pages are not served at all, but for
 * the forms of this service's own ones.
 * @param isOwnForm the request must come from a page of this service.
 * @throws ApiError 421 or 403.
 */
function assertTrustedRequest(request: IncomingMessage, isOwnForm: boolean): void {
  const port = request.socket.localPort ?? 0;
  const allowed = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
  const hosts = hostsOf(request);
  const host = hosts[0]?.toLowerCase() ?? '';
  const isAddressed = hosts.length === 1 && allowed.includes(host);
  if (!isAddressed || !request.url?.startsWith('/')) {
    throw new ApiError(421, 'invalid_request', 'This service only answers under its own loopback address.');
  }
  if (isOwnForm ? !isFromOwnPage(request, host) : request.headers.origin !== undefined) {
    throw new ApiError(403, 'not_authorized', 'This service does not answer web pages.');
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * `signed` routes check the link themselves; `open` ones tell nothing; `page` ones take the forms of this
     * service's own pages and nothing else. Everything else needs a key.
     */
    access?: 'bearer' | 'signed' | 'open' | 'page';
    rateGroup?: RateGroup | null;
  }
  interface FastifyRequest {
    caller: Caller;
  }
  interface FastifyInstance {
    guard: ConnectionGuard;
  }
}

const idleTimeoutMs = 120_000;
const keepAliveTimeoutMs = 30_000;
/** A large upload on a slow disk must still fit. */
const requestTimeoutMs = 3_600_000;
/** How long the rest of a refused body is taken; of a stranger only until the answer can have been read. */
const refusedBodyMs = 5_000;
const strangerBodyMs = 1_000;
/** As long as a request line can be: an id of any length is one that does not exist. */
const longestParameter = 16_384;

export interface ApiServerDeps {
  readonly credentials: Credentials;
  readonly limiter: RateLimiter;
  readonly log: ServiceLog;
  readonly deadlines: RequestDeadlines;
}

/** The answer is sent at once, but a sender in the middle of its body only reads it when the bytes are taken. */
function takeRefusedBody(request: IncomingMessage, limitMs: number): void {
  const timer = setTimeout(() => request.destroy(), limitMs);
  timer.unref();
  request.once('close', () => clearTimeout(timer));
  request.resume();
}

function sendError(request: FastifyRequest, reply: FastifyReply, error: ApiError): FastifyReply {
  const isAdmitted = request.server.guard.isAdmitted(request.raw);
  // Uploads are read to their end, see there.
  const isUpload = isAdmitted && request.routeOptions.config.access === 'signed';
  if (!request.raw.complete && !isUpload) {
    // Closing with bytes unread would take the answer back.
    reply.removeHeader('connection');
    takeRefusedBody(request.raw, isAdmitted ? refusedBodyMs : strangerBodyMs);
  }
  return reply
    .code(error.status)
    .headers({ ...error.options.headers })
    .send(error.toBody());
}

/** What is no HTTP at all never becomes a request; it gets the same kind of answer by hand. */
function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const isTimeout = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const refusal = isTimeout
    ? new ApiError(408, 'invalid_request', 'The request took too long to arrive.')
    : invalidRequest('The request is not valid HTTP.');
  const body = JSON.stringify(refusal.toBody());
  const status = `${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}`;
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** What every request passes before anything else is looked at. @throws ApiError 401, 403, 421 or 429. */
function passGates(deps: ApiServerDeps, request: FastifyRequest, reply: FastifyReply): void {
  const { access = 'bearer', rateGroup = null } = request.routeOptions.config;
  reply.headers({
    'x-request-id': request.id,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  let caller: Caller | null = null;
  try {
    assertTrustedRequest(request.raw, access === 'page');
    if (access !== 'bearer') return;
    caller = deps.credentials.authenticate(request.headers.authorization);
    request.caller = caller;
    request.server.guard.admit(request.raw);
    if (rateGroup !== null) deps.limiter.count(caller, rateGroup);
  } finally {
    // Every answer has them, a refusal too (specification §8).
    const standing = deps.limiter.standing(caller, rateGroup);
    reply.headers({
      'x-ratelimit-limit': String(standing.limit),
      'x-ratelimit-remaining': String(standing.remaining),
      'x-ratelimit-reset': String(standing.resetAt),
    });
  }
}

/** The gates come first here too: an address that cannot be read never reaches the hooks. */
function refuseUnroutable(
  deps: ApiServerDeps,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  try {
    passGates(deps, request, reply);
    return sendError(request, reply, describeError(error, deps.log));
  } catch (refusal) {
    return sendError(request, reply, describeError(refusal, deps.log));
  }
}

function addGates(app: FastifyInstance, deps: ApiServerDeps): void {
  app.addHook('onRequest', async (request, reply) => passGates(deps, request, reply));
  app.setErrorHandler((error, request, reply) => sendError(request, reply, describeError(error, deps.log)));
  app.setNotFoundHandler((request, reply) =>
    sendError(request, reply, new ApiError(404, 'not_found', 'There is no such address here.')),
  );
}

/** The HTTP server with everything that holds for all routes: limits, gates, the shape of errors. */
export function createApiServer(deps: ApiServerDeps): FastifyInstance {
  const app = fastify({
    trustProxy: false,
    logger: false,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: true,
    connectionTimeout: idleTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    requestTimeout: requestTimeoutMs,
    routerOptions: { maxParamLength: longestParameter },
    requestIdHeader: false,
    genReqId: () => `req_${randomBytes(12).toString('base64url')}`,
    http: {
      headersTimeout: deps.deadlines.headersMs,
      connectionsCheckingInterval: deps.deadlines.checkIntervalMs,
      requireHostHeader: false,
    },
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => void refuseUnroutable(deps, error, request, reply),
  });
  const guard = new ConnectionGuard();
  guard.watch(app.server);
  app.decorate('guard', guard);
  addGates(app, deps);
  return app;
}
