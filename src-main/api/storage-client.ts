import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import got from 'got';
import { AppError } from '../../src-shared/app-error.ts';
import { firstResponse } from './first-response.ts';
import { isPrivateHost, lookUpPublicOnly, refusedHost } from './private-addresses.ts';
import type { AddressSource } from './service-address.ts';
import { errorOfTransport } from './transport-errors.ts';

const maxHops = 3;
const timeouts = {
  lookup: 5_000,
  connect: 10_000,
  secureConnect: 10_000,
  socket: 30_000,
  response: 60_000,
} as const;

export interface StorageAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Errors of the connection come out of it; destroy it when it is not read to its end. */
  readonly body: Readable;
}

export interface StorageUpload {
  readonly url: string;
  readonly content: Readable;
  readonly sizeBytes: number;
  readonly signal: AbortSignal;
  /** Called with the bytes sent so far. */
  readonly onProgress?: (sentBytes: number) => void;
}

/**
 * Reads and writes signed URLs: without any credential, over https, never into the user's own network. Only the
 * configured service's own host and port may be plain http or private. At most three redirects, followed under
 * the same rules.
 */
export class StorageClient {
  readonly #address: AddressSource;

  constructor(deps: { address: AddressSource }) {
    this.#address = deps.address;
  }

  /**
   * @param headers of the request, such as a range; nothing is decompressed.
   * @throws AppError `service_unreachable`, `download_failed` for a link that may not be followed, `cancelled`.
   */
  async open(
    url: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<StorageAnswer> {
    let target = parseLink(url);
    for (let hop = 0; hop <= maxHops; hop += 1) {
      const answer = await this.#get(target, headers, signal);
      const location = answer.headers.location;
      if (answer.status < 300 || answer.status >= 400 || answer.status === 304 || !location) return answer;
      answer.body.destroy();
      target = parseLink(location, target);
    }
    throw new AppError('download_failed', 'A link of the service redirects more than three times.', {
      details: { host: target.host, reason: 'too_many_redirects' },
    });
  }

  /** PUTs the bytes in one request and returns the status; what else the storage says is not read. */
  async put(upload: StorageUpload): Promise<number> {
    const target = parseLink(upload.url);
    const isTrusted = await this.#check(target, upload.signal);
    const stream = got.stream.put(target, {
      ...this.#policy(isTrusted),
      headers: { 'user-agent': 'Dailies', 'content-length': String(upload.sizeBytes) },
      body: upload.content,
      signal: upload.signal,
    });
    try {
      const { onProgress } = upload;
      if (onProgress) stream.on('uploadProgress', ({ transferred }) => onProgress(transferred));
      return (await firstResponse(stream)).statusCode;
    } catch (error) {
      throw refusalIn(error) ?? errorOfTransport(error, target.href, upload.signal);
    } finally {
      stream.destroy();
    }
  }

  async #get(
    target: URL,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<StorageAnswer> {
    const isTrusted = await this.#check(target, signal);
    const stream = got.stream(target, {
      ...this.#policy(isTrusted),
      headers: { 'user-agent': 'Dailies', 'accept-encoding': 'identity', ...headers },
      signal,
    });
    try {
      const response = await firstResponse(stream);
      return { status: response.statusCode, headers: response.headers, body: stream };
    } catch (error) {
      stream.destroy();
      throw refusalIn(error) ?? errorOfTransport(error, target.href, signal);
    }
  }

  #policy(isTrusted: boolean) {
    return {
      timeout: timeouts,
      retry: { limit: 0 },
      followRedirect: false,
      throwHttpErrors: false,
      decompress: false,
      ...(isTrusted ? {} : { dnsLookup: lookUpPublicOnly as never }),
    } as const;
  }

  /** True when the target is the configured service itself. */
  async #check(target: URL, signal: AbortSignal): Promise<boolean> {
    const { baseUrl } = await this.#address.current(signal);
    if (target.origin === new URL(baseUrl).origin) return true;
    if (target.protocol !== 'https:') {
      throw new AppError('download_failed', `A link of the service to ${target.host} is not encrypted.`, {
        details: { host: target.host, reason: 'not_encrypted' },
      });
    }
    if (isPrivateHost(target.hostname)) throw refusedHost(target.hostname);
    return false;
  }
}

function parseLink(link: string, base?: URL): URL {
  const url = URL.parse(link, base?.href);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new AppError('download_failed', 'A link of the service is not a web address.', {
      details: { reason: 'not_a_web_address' },
    });
  }
  return url;
}

/** The refusal of the name lookup, which the HTTP client wraps. */
function refusalIn(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  return error instanceof Error && error.cause instanceof AppError ? error.cause : null;
}
