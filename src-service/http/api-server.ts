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

/** Maximum number of connections, because a process has a limited number of descriptors. */
const maxConnections = 512;
/** Maximum number of connections without a valid key or signed link so far. */
const maxStrangers = 256;

/**
 * Reserves connections for clients with a key. Any program on this computer can connect, so a common limit would let
 * one that only holds connections lock out the owner. Too many unauthenticated connections displace the oldest one.
 */
class ConnectionGuard {
  /** In order of connection. */
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

  /** Marks the connection as authenticated. Call it after a valid key or signed link. */
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

/** Whether the browser's Origin header names exactly this address. Other ports belong to other programs. */
function isFromOwnPage(request: IncomingMessage, host: string): boolean {
  return request.headers.origin?.toLowerCase() === `http://${host}`;
}

/**
 * Rejects requests that only a browser on a foreign page would send. A page can point its own host name at this
 * machine, so exactly one Host header must name the loopback address. Requests from pages are rejected as well, except
 * the forms of this service's own pages.
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
     * `signed` routes check the link themselves, `open` ones reveal nothing, and `page` ones accept only forms of this
     * service's own pages. All other routes need a key.
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
/** Long enough for a large upload to a slow disk. */
const requestTimeoutMs = 3_600_000;
/** How long to read the rest of a rejected body; for unauthenticated clients only until they can read the answer. */
const refusedBodyMs = 5_000;
const strangerBodyMs = 1_000;
/** As long as a request line can be, so that an overlong id simply does not exist. */
const longestParameter = 16_384;

export interface ApiServerDeps {
  readonly credentials: Credentials;
  readonly limiter: RateLimiter;
  readonly log: ServiceLog;
  readonly deadlines: RequestDeadlines;
}

/** Reads and discards the rest of a body, because a sending client reads the answer only after its bytes are taken. */
function takeRefusedBody(request: IncomingMessage, limitMs: number): void {
  const timer = setTimeout(() => request.destroy(), limitMs);
  timer.unref();
  request.once('close', () => clearTimeout(timer));
  request.resume();
}

function sendError(request: FastifyRequest, reply: FastifyReply, error: ApiError): FastifyReply {
  const isAdmitted = request.server.guard.isAdmitted(request.raw);
  // The upload route reads the body to its end itself.
  const isUpload = isAdmitted && request.routeOptions.config.access === 'signed';
  if (!request.raw.complete && !isUpload) {
    // Closing with unread bytes would discard the answer.
    reply.removeHeader('connection');
    takeRefusedBody(request.raw, isAdmitted ? refusedBodyMs : strangerBodyMs);
  }
  return reply
    .code(error.status)
    .headers({ ...error.options.headers })
    .send(error.toBody());
}

/** Answers input that is not HTTP. It never becomes a request, so the answer is written by hand. */
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

/** Checks that every request must pass first. @throws ApiError 401, 403, 421 or 429. */
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
    // Every answer carries these headers, errors too (specification §8).
    const standing = deps.limiter.standing(caller, rateGroup);
    reply.headers({
      'x-ratelimit-limit': String(standing.limit),
      'x-ratelimit-remaining': String(standing.remaining),
      'x-ratelimit-reset': String(standing.resetAt),
    });
  }
}

/** Runs the gates for unreadable addresses too, because these never reach the hooks. */
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
  app.addHook('onRequest', (request, reply, done) => {
    passGates(deps, request, reply);
    done();
  });
  app.setErrorHandler((error, request, reply) => sendError(request, reply, describeError(error, deps.log)));
  app.setNotFoundHandler((request, reply) =>
    sendError(request, reply, new ApiError(404, 'not_found', 'There is no such address here.')),
  );
}

/**
 * Takes the place of Fastify's schema compilers, which take long to load. No route has a schema: the operations parse
 * and write JSON themselves.
 */
function refuseSchema(): never {
  throw new Error('Routes of this service have no schema.');
}

/** Creates the HTTP server with everything common to all routes: limits, gates and error format. */
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
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
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
