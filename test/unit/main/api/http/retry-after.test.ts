import { expect, test } from 'vitest';
import { resetInMs, retryAfterMs } from '../../../../../src-main/api/http/retry-after.ts';

const now = Date.UTC(2026, 0, 1, 12);
const date = new Date(now + 5_000).toUTCString();

test.each([
  ['seconds', { 'retry-after': '7' }, 7_000],
  [
    'a date, by the clock of the server',
    { 'retry-after': new Date(now + 15_000).toUTCString(), date },
    10_000,
  ],
  ['at least a second', { 'retry-after': '0' }, 1_000],
  ['at most a quarter of an hour', { 'retry-after': '86400' }, 900_000],
  ['the reset of the window', { 'x-ratelimit-reset': String(now / 1000 + 20), date }, 15_000],
  ['nothing', {}, null],
  ['nonsense', { 'retry-after': 'soon', 'x-ratelimit-reset': 'later' }, null],
])('a 429 that says %s', (_name, headers, expected) => {
  expect(retryAfterMs(headers, now)).toBe(expected);
});

test('the reset of a window is understood as Unix seconds, milliseconds and seconds to go', () => {
  const reported = [now / 1000 + 60, now + 60_000, 60].map((value) =>
    resetInMs({ 'x-ratelimit-reset': String(value) }, now),
  );
  expect(reported).toEqual([60_000, 60_000, 60_000]);
});
