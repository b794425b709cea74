import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import got from 'got';
import { AppError } from '../../../src-shared/app-error.ts';
import { agentsFor } from '../http/proxy.ts';
import { firstResponse } from '../http/read-json.ts';
import type { OriginSource } from '../http/service-address.ts';
import { errorOfTransport } from '../http/transport-errors.ts';
import { nextHop, parseLink, routeTo } from './storage-policy.ts';

const timeouts = {
  lookup: 5_000,
  connect: 10_000,
  secureConnect: 10_000,
  socket: 30_000,
  response: 60_000,
} as const;

const policy = {
  timeout: timeouts,
  retry: { limit: 0 },
  followRedirect: false,
  throwHttpErrors: false,
  decompress: false,
} as const;

export interface StorageAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Emits errors of the connection; destroy it if it is not read to its end. */
  readonly body: Readable;
}

/**
 * Streams the content of signed URLs to a caller that passes it on: without any credential, over https, never from the
 * user's own network. Only the configured service's own host and port may be plain http or private. Follows at most
 * three redirects, under the same rules. The transfer engine downloads and uploads files.
 */
export class StorageClient {
  readonly #address: OriginSource;

  constructor(deps: { address: OriginSource }) {
    this.#address = deps.address;
  }

  /**
   * Opens a link for reading.
   * @param headers of the request, such as a range; nothing is decompressed.
   * @throws AppError `service_unreachable`, `download_failed` for a link that may not be followed, `cancelled`.
   */
  async open(
    url: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<StorageAnswer> {
    let target = parseLink(url);
    for (let hopCount = 0; ; hopCount += 1) {
      const answer = await this.#getTwice(target, headers, signal);
      const next = hopOf(answer, target, hopCount);
      if (!next) return answer;
      answer.body.destroy();
      target = next;
    }
  }

  /** Repeats a read once after a reset: the other side may close a kept connection at the moment of its use. */
  async #getTwice(
    target: URL,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<StorageAnswer> {
    try {
      return await this.#get(target, headers, signal);
    } catch (error) {
      if (!wasReset(error)) throw error;
      return this.#get(target, headers, signal);
    }
  }

  async #get(
    target: URL,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<StorageAnswer> {
    const { lookup, proxy } = await routeTo(target, await this.#address.origin(signal));
    const stream = got.stream(target, {
      ...policy,
      // Behind a proxy, this lookup would resolve the name of the proxy.
      ...(lookup === null || proxy ? {} : { dnsLookup: lookup }),
      agent: agentsFor(proxy),
      headers: { 'user-agent': 'Dailies', 'accept-encoding': 'identity', ...headers },
      signal,
    });
    try {
      const response = await firstResponse(stream);
      return { status: response.statusCode, headers: response.headers, body: stream };
    } catch (error) {
      stream.destroy();
      throw refusalIn(error) ?? errorOfTransport(error, target.href, signal, proxy);
    }
  }
}

function hopOf({ status, headers, body }: StorageAnswer, from: URL, hopCount: number): URL | null {
  try {
    return nextHop(status, headers.location, from, hopCount);
  } catch (error) {
    body.destroy();
    throw error;
  }
}

function wasReset(error: unknown): boolean {
  return error instanceof AppError && ['ECONNRESET', 'EPIPE'].includes(String(error.details['reason']));
}

/** Returns the refusal of the name lookup, which the HTTP client wraps; null for any other error. */
function refusalIn(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  return error instanceof Error && error.cause instanceof AppError ? error.cause : null;
}
