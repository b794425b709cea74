import { AppError } from '../../../src-shared/app-error.ts';
import { stopErrorOf } from '../../foundation/wait.ts';

/** Codes of requests that never reached anyone, so that any of them may be sent again. */
const notSentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
]);
const connectPhases = new Set(['lookup', 'connect', 'secureConnect']);
/** System calls on an established connection: if one fails, the request may have passed before. */
const callsOnConnection = new Set(['read', 'write', 'shutdown']);

/**
 * Returns the error for a request without a usable answer. `details.outcome` says whether the service can have received
 * it: `not_sent` or `unknown`.
 * @param proxy proxy of the request; null for none.
 */
export function errorOfTransport(
  error: unknown,
  url: string,
  signal: AbortSignal,
  proxy: URL | null,
): AppError {
  if (signal.aborted) return stopErrorOf(signal);
  if (error instanceof AppError) return error;
  const reason = codeOf(error);
  const ofProxy = proxy && errorOfProxy(error, reason, new URL(url), proxy.host);
  if (ofProxy) return ofProxy;
  const outcome = wasNotSent(error, reason) ? 'not_sent' : 'unknown';
  const { host } = new URL(url);
  return new AppError('service_unreachable', `${host} did not answer: ${reason}`, {
    details: { host, reason, outcome },
    cause: error,
  });
}

/** Returns the error if the proxy failed, and so nothing was sent to the service; null otherwise. */
function errorOfProxy(error: unknown, code: string, target: URL, proxy: string): AppError | null {
  const isOfTunnel = code === 'ERR_PROXY_TUNNEL';
  const isOnConnection = callsOnConnection.has(systemCallOf(error));
  if (!isOfTunnel && (isOnConnection || !notSentCodes.has(code))) return null;
  const status = statusOf(error);
  const refusal = status === 407 ? 'proxy_credentials' : 'proxy_refused';
  const reason = status === null ? 'proxy_unreachable' : refusal;
  return new AppError(
    'service_unreachable',
    `The proxy ${proxy} could not connect to ${target.host}: ${reason}.`,
    {
      details: {
        host: target.host,
        proxy,
        reason,
        ...(status === null ? {} : { status }),
        outcome: 'not_sent',
      },
      cause: error,
    },
  );
}

/** Returns the proxy's status, also from an error that the HTTP client wraps; null if absent. */
function statusOf(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  return 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : statusOf(error.cause);
}

/**
 * True if a sent request can have taken effect. False only if it certainly did not reach the service, or the service
 * itself refused it. Redirects, pages, gateway errors and truncated answers may follow a request that was carried out.
 */
export function mayHaveBeenReceived(error: unknown): boolean {
  if (!(error instanceof AppError)) return true;
  return error.code !== 'service_stopped' && error.details['outcome'] !== 'not_sent' && !isRefusal(error);
}

/** True for a 4xx with the body of an API error (specification §7), whose message is the reason. Gateways send 408. */
function isRefusal({ details: { status, reason } }: AppError): boolean {
  return (
    typeof status === 'number' && status >= 400 && status < 500 && status !== 408 && reason !== undefined
  );
}

function codeOf(error: unknown): string {
  if (error === null || typeof error !== 'object') return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.name : 'unknown';
}

/** Returns the system call that failed, also from an error that the HTTP client wraps; empty if absent. */
function systemCallOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return 'syscall' in error ? String(error.syscall) : systemCallOf(error.cause);
}

function wasNotSent(error: unknown, reason: string): boolean {
  if (callsOnConnection.has(systemCallOf(error))) return false;
  if (notSentCodes.has(reason) || reason.startsWith('CERT_') || reason.startsWith('ERR_TLS')) return true;
  if (/CERT|SELF_SIGNED|UNABLE_TO_/.test(reason)) return true;
  return error instanceof Error && 'event' in error && connectPhases.has(String(error.event));
}
