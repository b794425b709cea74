import { apiErrorSchema, type ApiErrorBody } from '../../../src-shared/api/common.ts';
import { AppError, type ErrorCode, type ErrorDetails } from '../../../src-shared/app-error.ts';
import { redact } from '../../foundation/redact.ts';
import type { StartedThing } from '../start-unconfirmed.ts';
import { readJson } from './read-json.ts';
import { retryAfterMs } from './retry-after.ts';
import type { Answer } from './send-once.ts';

const maxReasonLength = 500;
const maxNameLength = 100;

const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  429: 'rate_limited',
};

/** Returns the error for a non-2xx answer (specification §7), with the service's message as `reason`. */
export function errorOfAnswer(answer: Answer, operation: string, nowMs: number): AppError {
  const body = readApiError(answer.text);
  const code = errorCodeOf(answer, body);
  const words = body ? reasonOf(body.message) : 'no ApiError';
  const message = `${operation} answered ${String(answer.status)}: ${words}`;
  return new AppError(code, message, { details: detailsOf(answer, body, code, nowMs) });
}

/**
 * Returns an error unless the service itself can have given the answer; null if it can. A page where JSON is due, a
 * redirect to one or status 511 (RFC 6585) means a network that requires a sign-in, or an address that is no API.
 */
export function errorOfPortal(answer: Answer, operation: string, url: string): AppError | null {
  if (!isOfPortal(answer, url)) return null;
  const { host } = new URL(url);
  return new AppError('network_sign_in', `${operation} was answered by a page instead of ${host}.`, {
    details: { status: answer.status, host },
  });
}

function isOfPortal({ status, headers }: Answer, url: string): boolean {
  if (status === 511) return true;
  const type = headers['content-type'] ?? '';
  const isPage = /^\s*(text\/html|application\/xhtml\+xml)/i.test(type);
  if (status < 300) return isPage;
  if (status >= 400) return false;
  const target = URL.parse(headers.location ?? '', url);
  return isPage || type === '' || (target !== null && target.origin !== new URL(url).origin);
}

/**
 * True for a 429 that does not pass with the rate window, because it needs a plan or an add-on. The list of codes is not
 * complete (specification §7).
 */
function hasLastingReason(headers: Answer['headers'], body: ApiErrorBody | null): boolean {
  const isTimed = body?.code === 'rate_limited' || headers['retry-after'] !== undefined;
  return Boolean(body?.requirement) && !isTimed;
}

function errorCodeOf({ status, headers }: Answer, body: ApiErrorBody | null): ErrorCode {
  if (body?.code === 'insufficient_credits') return 'insufficient_credits';
  if (status === 429 && hasLastingReason(headers, body)) return 'insufficient_credits';
  // Treats a credential with too few rights like a refused one (RFC 6750 §3.1).
  if (status === 403 && /insufficient_scope/.test(headers['www-authenticate'] ?? '')) return 'unauthorized';
  if (status >= 500) return 'service_failed';
  if (!body && status !== 429) return 'service_answer_unreadable';
  return codeOfStatus[status] ?? 'service_refused';
}

function detailsOf(answer: Answer, body: ApiErrorBody | null, code: ErrorCode, nowMs: number): ErrorDetails {
  const requestId = answer.headers['x-request-id'];
  const asksToWait = code === 'rate_limited' || (answer.status === 503 && 'retry-after' in answer.headers);
  const waitMs = asksToWait ? retryAfterMs(answer.headers, nowMs) : null;
  return {
    status: answer.status,
    ...(body ? { reason: reasonOf(body.message) } : {}),
    ...(body?.code ? { serviceCode: body.code.slice(0, maxNameLength) } : {}),
    ...(body?.requirement ? { requirement: body.requirement.type.slice(0, maxNameLength) } : {}),
    ...(typeof requestId === 'string' ? { requestId: requestId.slice(0, maxNameLength) } : {}),
    ...(waitMs === null ? {} : { retryAfterSeconds: Math.ceil(waitMs / 1000) }),
  };
}

/** Returns the service's message as the app may store it, without anything that looks like a credential. */
function reasonOf(message: string): string {
  return redact(message).slice(0, maxReasonLength);
}

function readApiError(text: string): ApiErrorBody | null {
  try {
    return apiErrorSchema.safeParse(readJson(text)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Returns the error of a failed job (specification §2.8), with the service's code and message as details.
 * @param what kind of the job, for its words.
 */
export function errorOfFailedJob(
  error: ApiErrorBody | null,
  code: ErrorCode = 'generation_failed',
  what?: StartedThing,
): AppError {
  const reason = reasonOf(error?.message ?? 'The service gave no reason.');
  const known: ErrorCode = error?.code === 'insufficient_credits' ? 'insufficient_credits' : code;
  return new AppError(error?.code === 'script_not_speakable' ? 'script_not_speakable' : known, reason, {
    details: {
      reason,
      ...(what !== undefined && code === 'generation_failed' ? { what } : {}),
      ...(error?.code ? { serviceCode: error.code.slice(0, maxNameLength) } : {}),
      ...(error?.requirement ? { requirement: error.requirement.type.slice(0, maxNameLength) } : {}),
    },
  });
}
