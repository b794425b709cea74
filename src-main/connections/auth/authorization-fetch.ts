import got, { type Response as GotResponse } from 'got';
import { AppError } from '../../../src-shared/app-error.ts';
import { agentsFor, findProxy } from '../../api/http/proxy.ts';
import { firstResponse } from '../../api/http/read-json.ts';
import { errorOfTransport } from '../../api/http/transport-errors.ts';
import { isUsableAddress } from '../../foundation/web-address.ts';
import { signInFailed } from './sign-in-errors.ts';

interface AuthorizationRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string | URLSearchParams | null | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** One request to an authorization server; see `createAuthorizationFetch`. */
export type AuthorizationFetch = (url: string, request: AuthorizationRequest) => Promise<Response>;

const maxAnswerBytes = 1024 * 1024;
const policy = { retry: { limit: 0 }, followRedirect: false, throwHttpErrors: false, http2: false } as const;

/**
 * Creates the function that sends all requests to an authorization server. It allows https, or http on this computer;
 * 15 seconds in total; no redirects; at most 1 MiB of answer. It adds nothing from other requests.
 * @returns a function that throws AppError `service_unreachable`, `service_failed` for a status of 429 or above 499,
 * `sign_in_failed`, or `cancelled`.
 */
export function createAuthorizationFetch(timeoutMs = 15_000): AuthorizationFetch {
  return async (address, request) => {
    const url = new URL(address);
    if (!isUsableAddress(url)) {
      throw signInFailed(url.host, 'insecure_address');
    }
    const signal = request.signal ?? new AbortController().signal;
    const { method, body } = request;
    const headers = { ...request.headers, 'user-agent': 'Dailies' };
    const proxy = await findProxy(url);
    try {
      const stream = got.stream(url, {
        ...policy,
        method: method,
        headers,
        signal,
        agent: agentsFor(proxy),
        timeout: { request: timeoutMs },
        ...(body ? { body: String(body) } : {}),
      });
      try {
        if (!body && method !== 'GET') stream.end();
        return await readAnswer(await firstResponse(stream), stream, url.host);
      } finally {
        stream.destroy();
      }
    } catch (error) {
      throw errorOfTransport(error, url.href, signal, proxy);
    }
  };
}

async function readAnswer(
  { statusCode: status, headers: received }: GotResponse,
  body: AsyncIterable<Buffer>,
  host: string,
): Promise<Response> {
  if (status >= 300 && status < 400) throw signInFailed(host, 'redirect');
  if (status === 429 || status >= 500) {
    throw new AppError('service_failed', `${host} answered ${String(status)}.`, {
      details: { host, status },
    });
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxAnswerBytes) throw signInFailed(host, 'answer_too_large');
    chunks.push(chunk);
  }
  const headers = new Headers({ 'content-type': received['content-type'] ?? '' });
  return new Response(size === 0 ? null : Buffer.concat(chunks), { status, headers });
}
