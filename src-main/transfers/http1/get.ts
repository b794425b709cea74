import { Connection } from './connection.ts';
import type { ByteSink, Route } from './open-socket.ts';
import { requestHead } from './request-head.ts';
import { type ResponseBody, responseBodyOf } from './response-body.ts';
import { malformed, type ResponseHead } from './response-head.ts';

/** Describes how the body of a response ended. */
export interface BodyEnd {
  /** False if the connection ended first. */
  readonly isWhole: boolean;
  /** The error that broke the connection; null when the peer closed it. */
  readonly cause: unknown;
}

/** A response whose body has not been read yet. */
export interface HttpResponse {
  readonly head: ResponseHead;
  /**
   * Passes the body to the sink; call it only once. Rejects with errors of the sink and for a malformed body.
   * @param sink returns false to pause the body until `resume`.
   */
  read(sink: ByteSink): Promise<BodyEnd>;
  resume(): void;
  /** Closes the connection, even if the body is not complete. */
  destroy(): void;
}

/**
 * Sends a GET on a connection of its own.
 * @param options.timeoutMs maximum time from the request to the response's head.
 * @throws AppError `download_failed` with reason `malformed`; the system's error; the signal's reason.
 */
export async function get(
  route: Route,
  headers: Readonly<Record<string, string>>,
  options: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<HttpResponse> {
  const connection = await Connection.open(route, options.signal);
  try {
    await connection.write(requestHead('GET', route.target, headers));
    const head = await connection.readHead(options.timeoutMs);
    const body = responseBodyOf(head);
    if (body.isWhole && connection.holdsBytes) throw malformed('bytes follow its end');
    return new Http1Response(connection, head, body);
  } catch (error) {
    connection.destroy();
    throw error;
  }
}

class Http1Response implements HttpResponse {
  readonly head: ResponseHead;
  readonly #connection: Connection;
  readonly #body: ResponseBody;

  constructor(connection: Connection, head: ResponseHead, body: ResponseBody) {
    this.#connection = connection;
    this.head = head;
    this.#body = body;
  }

  read(sink: ByteSink): Promise<BodyEnd> {
    const body = this.#body;
    if (body.isWhole) return Promise.resolve({ isWhole: true, cause: null });
    const ended = Promise.withResolvers<BodyEnd>();
    const read = this.#connection.read((bytes) => {
      let wantsMore = true;
      try {
        body.feed(bytes, (piece) => {
          wantsMore = sink(piece);
        });
      } catch (error) {
        ended.reject(error);
        return false;
      }
      if (body.isWhole) ended.resolve({ isWhole: true, cause: null });
      return wantsMore && !body.isWhole;
    });
    read.then(
      () => {
        ended.resolve({ isWhole: !body.isFramed, cause: null });
      },
      (error: unknown) => {
        ended.resolve({ isWhole: false, cause: error ?? new Error('The connection broke.') });
      },
    );
    return ended.promise;
  }

  resume(): void {
    this.#connection.resume();
  }

  destroy(): void {
    this.#connection.destroy();
  }
}
