import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Operation, type OperationName, operations } from '../../src-shared/api/operations.ts';
import { creditCostOf } from '../auth/credit-costs.ts';
import type { Credits } from '../auth/credits.ts';
import type { Call, Handlers } from './handlers.ts';
import type { RequestDeadlines } from './request-deadlines.ts';
import { parseJsonBody, parseRequestPart } from './request-parts.ts';

/** Maximum body size in bytes: fits the longest script with production notes and a timed transcript. */
const maxBodyBytes = 8 * 1024 * 1024;

/** A handler whose types the operations table guarantees. */
type AnyHandler = (call: Call<never>) => unknown;

/** Charges credits before the handler runs, and refunds them if it throws. */
async function answerCharged(
  name: OperationName,
  handler: AnyHandler,
  call: Call<never>,
  credits: Credits,
): Promise<unknown> {
  const cost = creditCostOf(name, call.body);
  if (cost === 0) return handler(call);
  const giveBack = credits.charge(call.caller.teamId, cost);
  try {
    return await handler(call);
  } catch (error) {
    giveBack();
    throw error;
  }
}

async function answer(
  name: OperationName,
  deps: { readonly handler: AnyHandler; readonly credits: Credits },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const operation: Operation = operations[name];
  const call = {
    caller: request.caller,
    parameters: request.params,
    query: parseRequestPart(operation.query, request.query),
    body: operation.body && parseRequestPart(operation.body, request.body === undefined ? {} : request.body),
    setHeader: (header: string, value: string) => void reply.header(header, value),
  } as unknown as Call<never>;
  const result = operation.response.parse(await answerCharged(name, deps.handler, call, deps.credits));
  reply.code(operation.status);
  return operation.status === 204 ? null : result;
}

/** Limits the time for a body, because a client that never finishes would hold its connection forever. */
function limitBodyTime(app: FastifyInstance, bodyMs: number): void {
  app.addHook('preParsing', (request, _reply, payload) => {
    const timer = setTimeout(() => request.raw.destroy(), bodyMs);
    timer.unref();
    payload.once('close', () => clearTimeout(timer));
    payload.once('end', () => clearTimeout(timer));
    return Promise.resolve(payload);
  });
}

export interface OperationsDeps {
  readonly handlers: Handlers;
  readonly credits: Credits;
  readonly deadlines: RequestDeadlines;
}

/** Registers every operation of the table as a route. The table validates requests and shapes answers. */
export function registerOperations(app: FastifyInstance, deps: OperationsDeps): void {
  const { handlers, credits, deadlines } = deps;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: maxBodyBytes },
    (_request: FastifyRequest, body: Buffer) => new Promise((resolve) => resolve(parseJsonBody(body))),
  );
  limitBodyTime(app, deadlines.bodyMs);
  for (const name of Object.keys(operations) as OperationName[]) {
    const operation: Operation = operations[name];
    const handler = handlers[name] as AnyHandler | undefined;
    if (!handler) throw new Error(`Nothing answers ${name}.`);
    app.route({
      method: operation.method,
      url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { access: operation.rateGroup === null ? 'open' : 'bearer', rateGroup: operation.rateGroup },
      handler: (request, reply) => answer(name, { handler, credits }, request, reply),
    });
  }
}
