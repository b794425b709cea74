import { expect, test } from 'vitest';
import { MediaError } from '../../../../src-media/media-error.ts';
import { type ApiError, notFound } from '../../../../src-service/api-error.ts';
import { describeError } from '../../../../src-service/describe-error.ts';
import type { LogEntry } from '../../../../src-service/service-log.ts';

function describe(error: unknown): { described: ApiError; log: LogEntry[] } {
  const log: LogEntry[] = [];
  return { described: describeError(error, (entry) => log.push(entry)), log };
}

test('a refusal stays what it is and is not logged', () => {
  const refusal = notFound('project');
  expect(describe(refusal)).toEqual({ described: refusal, log: [] });
});

test.each([
  Object.assign(new Error('write'), { code: 'ENOSPC' }),
  Object.assign(new Error('write'), { code: 'EDQUOT' }),
  Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }),
  new Error('picture.png: write error\nsystem error: No space left on device'),
  new MediaError('encoding_failed', 'The encoder refused.', {
    cause: Object.assign(new Error('write'), { code: 'ENOSPC' }),
  }),
])('a full disk is reported as such, whoever says it (%#)', (error) => {
  expect(describe(error).described).toMatchObject({ status: 507, code: 'disk_full' });
});

test.each([
  'nothing_to_speak',
  'unknown_voice',
  'unknown_sound',
  'unreadable_media',
  'media_too_large',
] as const)('%s is the fault of what was given', (code) => {
  expect(describe(new MediaError(code, 'x')).described).toMatchObject({
    status: 400,
    code: 'invalid_parameters',
  });
});

test('the unforeseen keeps its text to the log, found by a code of its own', () => {
  for (const error of [
    new Error('secret'),
    new MediaError('worker_lost', 'secret'),
    'secret',
    undefined,
    null,
  ]) {
    const { described, log } = describe(error);
    expect(described).toMatchObject({ status: 500, code: 'internal_error' });
    const { internalErrorCode, message } = described.toBody();
    expect(message).not.toContain('secret');
    expect(internalErrorCode).toMatch(/^err_[0-9a-f]{16}$/);
    expect(log).toMatchObject([{ level: 'error', internalErrorCode, error }]);
  }
});

test.each([
  [{ statusCode: 413, code: 'FST_ERR_CTP_BODY_TOO_LARGE' }, 413],
  [{ statusCode: 415, code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' }, 415],
  [{ statusCode: 400, code: 'FST_ERR_BAD_URL' }, 400],
  [{ code: 'ECONNRESET' }, 400],
])('a refusal of the framework has the wire’s form (%#)', (facts, status) => {
  const { described, log } = describe(Object.assign(new Error('internal words'), facts));
  expect(described).toMatchObject({ status, code: 'invalid_request' });
  expect(described.message).not.toContain('internal words');
  expect(log).toEqual([]);
});
