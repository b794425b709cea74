import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { operations } from '../../src-shared/api/operations.ts';
import type { Operation } from '../../src-shared/api/operations.ts';
import { notImplemented } from '../api-error.ts';
import type { Call, Handlers } from './handlers.ts';
import { parseJsonBody, parseRequestPart } from './request-parts.ts';

/** Room for the longest script beside production notes and a timed transcript. */
const mostBodyBytes = 8 * 1024 * 1024;
const bodyDeadlineMs = 30_000;

/** A handler whose types the table has already vouched for. */
type AnyHandler = (call: Call<never>) => unknown;

async function answer(
  operation: Operation,
  handler: AnyHandler | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (!handler) throw notImplemented(`${operation.method} ${operation.path}`);
  const call = {
    caller: request.caller,
    parameters: request.params,
    query: parseRequestPart(operation.query, request.query),
    body: operation.body && parseRequestPart(operation.body, request.body === undefined ? {} : request.body),
    setHeader: (name: string, value: string) => void reply.header(name, value),
  } as unknown as Call<never>;
  const result = operation.response.parse(await handler(call));
  reply.code(operation.status);
  return operation.status === 204 ? null : result;
}

/** A client that never finishes its body would hold its connection for ever. */
function limitBodyTime(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    const timer = setTimeout(() => request.raw.destroy(), bodyDeadlineMs);
    timer.unref();
    payload.once('close', () => clearTimeout(timer));
    payload.once('end', () => clearTimeout(timer));
    return payload;
  });
}

/** Every operation of the table as a route: the table checks what comes in and shapes what goes out. */
export function registerOperations(app: FastifyInstance, handlers: Handlers): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: mostBodyBytes },
    async (_request: FastifyRequest, body: Buffer) => parseJsonBody(body),
  );
  limitBodyTime(app);
  for (const [name, operation] of Object.entries<Operation>(operations)) {
    const handler = handlers[name as keyof Handlers] as AnyHandler | undefined;
    app.route({
      method: operation.method,
      url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { access: operation.rateGroup === null ? 'open' : 'bearer', rateGroup: operation.rateGroup },
      handler: (request, reply) => answer(operation, handler, request, reply),
    });
  }
}
