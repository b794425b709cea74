import type { IncomingHttpHeaders } from 'node:http';

const shortestMs = 1_000;
const longestMs = 15 * 60_000;

/**
 * Returns how long to wait after a 429: `Retry-After` as seconds or date, else `X-RateLimit-Reset`. Between one second
 * and fifteen minutes; null if the answer names no time.
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
 * Returns the milliseconds until the next rate window starts. The header is Unix seconds by the specification (§8.1),
 * but milliseconds and remaining seconds are accepted too. Uses the server's own time if the answer states it.
 */
export function resetInMs(headers: IncomingHttpHeaders, nowMs: number): number | null {
  const value = Number(headerText(headers, 'x-ratelimit-reset'));
  if (!Number.isFinite(value) || value <= 0) return null;
  if (value > 1e11) return value - serverNow(headers, nowMs);
  if (value > 1e8) return value * 1000 - serverNow(headers, nowMs);
  return value * 1000;
}

/** Returns one header as text; empty if it is missing. */
export function headerText(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value.trim() : '';
}

/** Returns the server's own time of an answer, in Unix milliseconds; null if not stated. */
export function serverTimeMs(headers: IncomingHttpHeaders): number | null {
  const date = Date.parse(headers.date ?? '');
  return Number.isNaN(date) ? null : date;
}

function serverNow(headers: IncomingHttpHeaders, nowMs: number): number {
  return serverTimeMs(headers) ?? nowMs;
}
