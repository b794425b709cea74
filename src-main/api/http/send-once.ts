import type { IncomingHttpHeaders } from 'node:http';
import got from 'got';
import { AppError } from '../../../src-shared/app-error.ts';
import { agentsFor, findProxy } from './proxy.ts';
import { firstResponse } from './read-json.ts';
import { errorOfTransport } from './transport-errors.ts';

/** Maximum size of an answer in bytes, after decompression. */
export const maxAnswerBytes = 32 * 1024 * 1024;

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly bearer: string | null;
  /** Undefined sends no body and no content type. */
  readonly json: unknown;
  /** True to make caches on the way look for a newer answer. */
  readonly isFresh?: boolean;
  readonly signal: AbortSignal;
  /** 120 s by default. */
  readonly deadlineMs?: number | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const requestTimeouts = {
  lookup: 5_000,
  connect: 10_000,
  secureConnect: 10_000,
  socket: 30_000,
  send: 30_000,
  response: 60_000,
  /** Limits the whole request, so that a very slow answer ends too. */
  request: 120_000,
} as const;

/**
 * Sends one request to the API. Each phase and the whole request have a time limit. Follows no redirects, retries
 * nothing, and stops an answer at `maxAnswerBytes` while it streams.
 * @throws AppError `service_unreachable`, `service_answer_unreadable`, `cancelled`.
 */
export async function sendOnce(request: OutgoingRequest): Promise<Answer> {
  const proxy = await findProxy(new URL(request.url));
  const stream = got.stream(request.url, {
    method: request.method,
    headers: {
      accept: 'application/json',
      'user-agent': 'Dailies',
      'x-videogen-client': 'dailies',
      ...(request.isFresh === true ? { 'cache-control': 'no-cache' } : {}),
      ...(request.bearer === null ? {} : { authorization: `Bearer ${request.bearer}` }),
    },
    ...(request.json === undefined ? {} : { json: request.json }),
    signal: request.signal,
    timeout: { ...requestTimeouts, request: request.deadlineMs ?? requestTimeouts.request },
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    http2: false,
    agent: agentsFor(proxy),
  });
  // A stream without a body would wait for data.
  if (request.method !== 'GET' && request.json === undefined) stream.end();
  try {
    const response = await firstResponse(stream);
    return {
      status: response.statusCode,
      headers: response.headers,
      text: await readText(stream, new URL(request.url).host),
    };
  } catch (error) {
    throw errorOfTransport(error, request.url, request.signal, proxy);
  } finally {
    stream.destroy();
  }
}

async function readText(stream: AsyncIterable<Buffer>, host: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxAnswerBytes) {
      throw new AppError(
        'service_answer_unreadable',
        `The answer is larger than ${String(maxAnswerBytes)} bytes.`,
        {
          details: { host },
        },
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
