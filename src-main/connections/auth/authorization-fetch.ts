import { AppError } from '../../../src-shared/app-error.ts';
import { errorOfTransport } from '../../api/transport-errors.ts';
import { isEncryptedOrHere } from '../../foundation/web-address.ts';
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

/**
 * The one policy for requests to an authorization server: https, or http on this computer; 15 seconds for all of it;
 * no redirects; at most 1 MiB of answer; nothing of other requests goes along.
 * @returns a function that throws AppError `service_unreachable`, `service_failed` for a status of 429 or above 499,
 * `sign_in_failed`, or `cancelled`.
 */
export function createAuthorizationFetch(timeoutMs = 15_000): AuthorizationFetch {
  return async (address, request) => {
    const url = new URL(address);
    if (!isEncryptedOrHere(url) || url.username + url.password !== '') {
      throw signInFailed(url.host, 'insecure_address');
    }
    const callerSignal = request.signal ?? new AbortController().signal;
    try {
      const response = await fetch(url, {
        method: request.method,
        headers: { ...request.headers, 'user-agent': 'Dailies' },
        body: request.body ?? null,
        redirect: 'manual',
        credentials: 'omit',
        signal: AbortSignal.any([callerSignal, AbortSignal.timeout(timeoutMs)]),
      });
      return await readAnswer(response, url.host);
    } catch (error) {
      throw errorOfTransport(systemErrorOf(error), url.href, callerSignal);
    }
  };
}

async function readAnswer(response: Response, host: string): Promise<Response> {
  const { status } = response;
  if ((status >= 300 && status < 400) || status === 429 || status >= 500) {
    await response.body?.cancel();
    if (status < 400) throw signInFailed(host, 'redirect');
    throw new AppError('service_failed', `${host} answered ${String(status)}.`, {
      details: { host, status },
    });
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body: AsyncIterable<Uint8Array> | null = response.body;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxAnswerBytes) throw signInFailed(host, 'answer_too_large');
    chunks.push(chunk);
  }
  const headers = new Headers({ 'content-type': response.headers.get('content-type') ?? '' });
  return new Response(size === 0 ? null : Buffer.concat(chunks), { status, headers });
}

/** What lies under the general error of a failed fetch. */
function systemErrorOf(error: unknown): unknown {
  if (!(error instanceof TypeError) || error.cause === undefined) return error;
  const { cause } = error;
  return cause instanceof AggregateError ? (cause.errors[0] ?? cause) : cause;
}
