import type { IncomingHttpHeaders } from 'node:http';

const shortestMs = 1_000;
const longestMs = 15 * 60_000;

/**
 * How long a 429 asks to wait: `Retry-After` as seconds or date, else `X-RateLimit-Reset`. Between one second
 * and fifteen minutes; null when the answer does not say.
 */
export function retryAfterMs(headers: IncomingHttpHeaders, nowMs: number): number | null {
  const waitMs = fromRetryAfter(headers, nowMs) ?? resetInMs(headers, nowMs);
  return waitMs === null ? null : Math.min(longestMs, Math.max(shortestMs, waitMs));
}

function fromRetryAfter(headers: IncomingHttpHeaders, nowMs: number): number | null {
  const value = headers['retry-after']?.trim();
  if (!value) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : date - serverNow(headers, nowMs);
}

/**
 * Time until the next rate window starts. The header is Unix seconds by the specification (§8.1);
 * milliseconds and plain seconds to go are understood too. Measured by the server's own clock when it sends it.
 */
export function resetInMs(headers: IncomingHttpHeaders, nowMs: number): number | null {
  const value = Number(headerText(headers, 'x-ratelimit-reset'));
  if (!Number.isFinite(value) || value <= 0) return null;
  if (value > 1e11) return value - serverNow(headers, nowMs);
  if (value > 1e8) return value * 1000 - serverNow(headers, nowMs);
  return value * 1000;
}

/** One header as text; empty when it is missing. */
export function headerText(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value.trim() : '';
}

/** When an answer was made by the clock of whoever made it; null when it does not say. */
export function serverTimeMs(headers: IncomingHttpHeaders): number | null {
  const date = Date.parse(headers.date ?? '');
  return Number.isNaN(date) ? null : date;
}

function serverNow(headers: IncomingHttpHeaders, nowMs: number): number {
  return serverTimeMs(headers) ?? nowMs;
}
