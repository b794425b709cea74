import { describe, expect, test } from 'vitest';
import { HttpClient } from '../../../../src-main/api/http-client.ts';
import { RateBudget } from '../../../../src-main/api/rate-budget.ts';
import { maxAnswerBytes } from '../../../../src-main/api/send-once.ts';
import { cancelledByUser } from '../../../../src-main/concurrency/wait.ts';
import { toErrorBody } from '../../../../src-shared/app-error.ts';
import { addressOf, KeptLog } from '../../../fakes/main-fixture.ts';
import { type Answer, sendJson, TestServer, unusedAddress } from '../../../fakes/test-server.ts';
import { createHastyClock } from '../../../fakes/turned-clock.ts';

const signal = new AbortController().signal;
const account = { apiKeyId: 'a', apiKeyNickname: 'b', email: 'c', displayName: null, teamId: 'd' };
const error = (code: string) => ({ message: 'The words of the service.', code });

function createClient(baseUrl: string) {
  const clock = createHastyClock();
  const budget = new RateBudget({ clock });
  return { http: new HttpClient({ address: addressOf(baseUrl), budget, clock, log: new KeptLog() }), budget };
}

async function serve(...answers: Answer[]) {
  const queue = [...answers];
  const server = await TestServer.start((request, response) => {
    const answer = queue.length > 1 ? queue.shift() : queue[0];
    return answer?.(request, response);
  });
  return { server, ...createClient(server.url) };
}

const ok: Answer = (_request, response) => sendJson(response, 200, account);
const status =
  (code: number, body: unknown, headers = {}): Answer =>
  (_request, response) =>
    sendJson(response, code, body, headers);

test('a call carries the bearer and the marker, and its answer is parsed', async () => {
  const { server, http } = await serve(ok);
  expect(await http.call('getAccount', { signal })).toEqual(account);
  const [request] = server.seen;
  expect(request?.headers).toMatchObject({
    authorization: 'Bearer key-of-the-test',
    'x-videogen-client': 'dailies',
    accept: 'application/json',
  });
  expect(request?.headers['content-type']).toBeUndefined();
});

test('ids in a path are encoded, and a query is written out', async () => {
  const { server, http } = await serve(status(200, { exports: [], hasMore: false, nextCursor: null }));
  await http.call('listProjectExports', { path: { projectId: 'a/../b?c' }, query: { limit: 5 }, signal });
  expect(server.seen[0]?.url).toBe('/v1/projects/a%2F..%2Fb%3Fc/exports?limit=5');
});

test('a POST without a body is sent as one', async () => {
  const { server, http } = await serve(status(200, { fileId: 'f', type: null, scope: 'GLOBAL' }));
  await http.call('hydrateFile', { path: { fileId: 'f' }, signal });
  const [request] = server.seen;
  expect(request?.body).toHaveLength(0);
  expect(request?.headers['content-type']).toBeUndefined();
  expect(request?.headers['content-length'] ?? '0').toBe('0');
});

describe('an answer that is none', () => {
  test.each([
    [
      'a page of a captive portal',
      200,
      '<html><body>Please sign in</body></html>',
      'service_answer_unreadable',
    ],
    ['a redirect', 302, '', 'service_answer_unreadable'],
    ['JSON of another shape', 200, '{"email":1}', 'service_answer_unreadable'],
    ['a refusal without ApiError', 403, '<h1>Forbidden</h1>', 'service_answer_unreadable'],
  ])('%s is %s', async (_name, code, text, expected) => {
    const { server, http } = await serve((_request, response) => {
      response.writeHead(code, { location: 'https://elsewhere.example/', 'content-type': 'text/html' });
      response.end(text);
    });
    await expect(http.call('getAccount', { signal })).rejects.toMatchObject({ code: expected });
    expect(server.seen).toHaveLength(1);
  });

  test('an endless answer is cut off', async () => {
    const { http } = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const block = Buffer.alloc(1024 * 1024, 0x20);
      const pour = (): void => {
        while (!response.destroyed && response.write(block));
        if (!response.destroyed) response.once('drain', pour);
      };
      pour();
    });
    await expect(http.call('getAccount', { signal })).rejects.toMatchObject({
      code: 'service_answer_unreadable',
      message: expect.stringContaining(String(maxAnswerBytes)) as string,
    });
  });
});

test.each([
  [400, 'invalid_parameters', 'service_refused'],
  [401, 'invalid_api_key', 'unauthorized'],
  [403, 'not_authorized', 'forbidden'],
  [404, 'not_found', 'not_found'],
  [409, 'conflict', 'conflict'],
  [429, 'insufficient_credits', 'insufficient_credits'],
])('status %i with %s is %s and is not asked again', async (code, serviceCode, expected) => {
  const { server, http } = await serve(status(code, error(serviceCode)));
  await expect(http.call('getAccount', { signal })).rejects.toMatchObject({
    code: expected,
    details: { status: code, serviceCode, reason: 'The words of the service.' },
  });
  expect(server.seen).toHaveLength(1);
});

test('what an error requires is told', async () => {
  const { http } = await serve(
    status(403, { ...error('not_authorized'), requirement: { type: 'upgrade_plan' } }),
  );
  await expect(http.call('getAccount', { signal })).rejects.toMatchObject({
    details: { requirement: 'upgrade_plan' },
  });
});

test('a read is repeated over a cut connection and a failing gateway', async () => {
  const cut: Answer = (_request, response) => {
    response.destroy();
  };
  const { server, http } = await serve(cut, status(502, 'bad gateway'), ok);
  expect(await http.call('getAccount', { signal })).toEqual(account);
  expect(server.seen).toHaveLength(3);
});

test('a read that fails every time ends after four tries', async () => {
  const { server, http } = await serve(status(500, error('internal_error')));
  await expect(http.call('getAccount', { signal })).rejects.toMatchObject({ code: 'service_failed' });
  expect(server.seen).toHaveLength(4);
});

test('a start whose answer is lost is not sent a second time', async () => {
  const { server, http } = await serve((_request, response) => {
    response.destroy();
  });
  const body = { script: 'Hello.', visualStyle: { type: 'STOCK' as const } };
  await expect(http.call('scriptToVideo', { body, signal })).rejects.toMatchObject({
    code: 'service_unreachable',
    details: { outcome: 'unknown' },
  });
  expect(server.seen).toHaveLength(1);
});

test('a start that nobody can have received says so', async () => {
  const { http } = createClient(await unusedAddress());
  const body = { script: 'Hello.', visualStyle: { type: 'STOCK' as const } };
  await expect(http.call('scriptToVideo', { body, signal })).rejects.toMatchObject({
    code: 'service_unreachable',
    details: { outcome: 'not_sent', reason: 'ECONNREFUSED' },
  });
});

test('a refusal for too many requests is waited out as long as it says', async () => {
  const { server, http, budget } = await serve(
    status(429, error('rate_limited'), { 'retry-after': '2' }),
    ok,
  );
  const startedMs = performance.now();
  expect(await http.call('getAccount', { signal })).toEqual(account);
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(19);
  expect(server.seen).toHaveLength(2);
  expect(budget.left).not.toBeNull();
});

test('a refusal for an hour is told instead of waited out', async () => {
  const { server, http } = await serve(status(429, error('rate_limited'), { 'retry-after': '3600' }));
  await expect(http.call('getAccount', { signal })).rejects.toMatchObject({
    code: 'rate_limited',
    details: { retryAfterSeconds: 900 },
  });
  expect(server.seen).toHaveLength(1);
});

test('a call that is called off ends at once', async () => {
  const stopper = new AbortController();
  const { http } = await serve(() => {
    stopper.abort(cancelledByUser);
  });
  await expect(http.call('getAccount', { signal: stopper.signal })).rejects.toBe(cancelledByUser);
});

test.each(['.', '..'])('an id of %s never leads to another path', async (projectId) => {
  const { server, http } = await serve(status(200, { exports: [], hasMore: false, nextCursor: null }));
  await expect(http.call('listProjectExports', { path: { projectId }, signal })).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(server.seen).toHaveLength(0);
});

test('the words of an error are cut to a length that can be kept and shown', async () => {
  const long = 'x'.repeat(1_000_000);
  const { http } = await serve(
    status(
      403,
      { message: long, code: long, requirement: { type: long } },
      { 'x-request-id': 'x'.repeat(5_000) },
    ),
  );
  const failure: unknown = await http.call('getAccount', { signal }).catch((caught: unknown) => caught);
  expect(failure).toMatchObject({ code: 'forbidden' });
  expect(JSON.stringify(toErrorBody(failure)).length).toBeLessThan(2_000);
});
