import { type IncomingMessage, request } from 'node:http';
import { AppError } from '../../../src-shared/app-error.ts';
import type { BodyEnd, HttpResponse } from '../http1/get.ts';
import { type ByteSink, connectionError, openSocket, type Route } from '../http1/open-socket.ts';
import { responseBodyOf } from '../http1/response-body.ts';
import { malformed, type ResponseHead } from '../http1/response-head.ts';

/**
 * Like `get` of the HTTP/1.1 client, on a connection opened by the same rules, but read by Node's parser. For legal
 * responses beyond the limits of our own parser.
 */
export async function getByNode(
  route: Route,
  headers: Readonly<Record<string, string>>,
  options: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<HttpResponse> {
  const { target } = route;
  const socket = await openSocket(route, options.signal);
  const asked = request({
    createConnection: () => socket,
    path: target.pathname + target.search,
    headers: { host: target.host, 'user-agent': 'Dailies', ...headers, connection: 'close' },
  });
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  asked.on('error', (error) => {
    failed.reject(refusalOr(error));
  });
  const timer = setTimeout(() => {
    asked.destroy(connectionError('ETIMEDOUT', 'The storage did not answer in time.'));
  }, options.timeoutMs);
  try {
    const answered = new Promise<IncomingMessage>((resolve) => asked.once('response', resolve).end());
    const message = await Promise.race([answered, failed.promise]);
    const head = { status: message.statusCode ?? 0, headers: joinedFields(message.rawHeaders) };
    // Node passes on bodies with encodings it does not know.
    responseBodyOf(head);
    return new NodeResponse(head, message, failed.promise);
  } catch (error) {
    asked.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

class NodeResponse implements HttpResponse {
  readonly head: ResponseHead;
  readonly #message: IncomingMessage;
  /** Rejects when the connection breaks or the parser refuses the body. */
  readonly #failed: Promise<never>;

  constructor(head: ResponseHead, message: IncomingMessage, failed: Promise<never>) {
    this.head = head;
    this.#message = message;
    this.#failed = failed;
    message.on('error', () => undefined);
  }

  read(sink: ByteSink): Promise<BodyEnd> {
    const message = this.#message;
    const ended = Promise.withResolvers<BodyEnd>();
    message.on('data', (piece: Buffer) => {
      try {
        if (!sink(piece)) message.pause();
      } catch (error) {
        ended.reject(error);
        message.destroy();
      }
    });
    message.on('close', () => {
      // The parser reports a refusal in the same turn, but after this event.
      setImmediate(ended.resolve, { isWhole: message.complete, cause: message.errored });
    });
    const broken = this.#failed.catch((cause: unknown) => {
      if (cause instanceof AppError) throw cause;
      return { isWhole: false, cause };
    });
    return Promise.race([ended.promise, broken]);
  }

  resume(): void {
    this.#message.resume();
  }

  destroy(): void {
    this.#message.destroy();
  }
}

function refusalOr(error: Error): Error {
  const code = 'code' in error ? String(error.code) : '';
  return code.startsWith('HPE_') ? malformed(code) : error;
}

/** Lower-cases names and joins the values of repeated fields with a comma, as Node does for some fields only. */
function joinedFields(raw: readonly string[]): Record<string, string> {
  const joined = new Map<string, string>();
  for (let index = 0; index < raw.length; index += 2) {
    const name = String(raw[index]).toLowerCase();
    const value = String(raw[index + 1]);
    joined.set(name, joined.has(name) ? `${String(joined.get(name))}, ${value}` : value);
  }
  return Object.fromEntries(joined);
}
