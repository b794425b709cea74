import { describe, expect, test } from 'vitest';
import { RateBudget } from '../../../../../src-main/api/budget/rate-budget.ts';
import { Availability } from '../../../../../src-main/api/http/availability.ts';
import { HttpClient } from '../../../../../src-main/api/http/http-client.ts';
import { maxAnswerBytes, sendOnce } from '../../../../../src-main/api/http/send-once.ts';
import type { AddressSource } from '../../../../../src-main/api/http/service-address.ts';
import { cancelledByUser } from '../../../../../src-main/foundation/wait.ts';
import { AppError, toErrorBody } from '../../../../../src-shared/app-error.ts';
import { addressOf, KeptLog } from '../../../../fakes/main-fixture.ts';
import { type Answer, sendJson, TestServer, unusedAddress } from '../../../../fakes/test-server.ts';
import { createHastyClock } from '../../../../fakes/turned-clock.ts';

const signal = new AbortController().signal;
const account = { apiKeyId: 'a', apiKeyNickname: 'b', email: 'c', displayName: null, teamId: 'd' };
const error = (code: string) => ({ message: 'The words of the service.', code });

function createClient(baseUrl: string, address: AddressSource = addressOf(baseUrl)) {
  const clock = createHastyClock();
  const budget = new RateBudget({ clock });
  const log = new KeptLog();
  const availability = new Availability({ clock, log });
  const http = new HttpClient({ address, budget, clock, log, availability });
  return { http, budget, availability, log };
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

test('a DELETE without a body is sent as one and needs no answer', async () => {
  const { server, http } = await serve(status(204, {}));
  await http.call('deleteWebhookEndpoint', { path: { endpointId: 'e' }, signal });
  expect(server.seen).toHaveLength(1);
});

const json = { 'content-type': 'application/json' };

describe('an answer that is none', () => {
  test.each([
    [
      'a page of a captive portal',
      200,
      '<html><body>Please sign in</body></html>',
      { 'content-type': 'text/html; charset=utf-8' },
      'network_sign_in',
    ],
    ['a redirect elsewhere', 302, '', { location: 'https://elsewhere.example/' }, 'network_sign_in'],
    [
      'a redirect to a page',
      307,
      '',
      { location: '/sign-in', 'content-type': 'text/html' },
      'network_sign_in',
    ],
    ['a network that wants a sign-in', 511, '{}', json, 'network_sign_in'],
    ['a redirect of the service', 302, '{}', { ...json, location: '/v2/me' }, 'service_answer_unreadable'],
    ['JSON of another shape', 200, '{"email":1}', json, 'service_answer_unreadable'],
    ['a refusal without ApiError', 403, '<h1>Forbidden</h1>', {}, 'service_answer_unreadable'],
    ['nothing at all', 200, '', {}, 'service_answer_unreadable'],
    ['half of it', 200, JSON.stringify(account).slice(0, -1), json, 'service_answer_unreadable'],
  ])('%s (%i) ends the call', async (_name, code, text, headers, expected) => {
    const { server, http } = await serve((_request, response) => {
      response.writeHead(code, headers);
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

test('the requirements of an error are passed on', async () => {
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

test('a refusal for an hour is reported instead of waited out', async () => {
  const { server, http } = await serve(status(429, error('rate_limited'), { 'retry-after': '3600' }));
  await expect(http.call('getAccount', { signal })).rejects.toMatchObject({
    code: 'rate_limited',
    details: { retryAfterSeconds: 900 },
  });
  expect(server.seen).toHaveLength(1);
});

test('a call that is cancelled ends at once', async () => {
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

describe('a refused bearer', () => {
  /** Returns a source that renews once for any number of callers, as the port requires. */
  function renewing(baseUrl: string, next: string | null) {
    let bearer = 'old';
    const renewals: string[] = [];
    const source: AddressSource = {
      current: () => Promise.resolve({ baseUrl, bearer }),
      renew: async (refused) => {
        if (refused !== bearer) return true;
        renewals.push(refused);
        if (next !== null) bearer = next;
        await Promise.resolve();
        return next !== null;
      },
    };
    return { source, renewals };
  }

  const onlyFor =
    (bearer: string): Answer =>
    (request, response) =>
      request.headers.authorization === `Bearer ${bearer}`
        ? sendJson(response, 200, account)
        : sendJson(response, 401, error('invalid_api_key'));

  test('two hundred refused calls lead to one renewal, and each is sent once more', async () => {
    const server = await TestServer.start(onlyFor('new'));
    const { source, renewals } = renewing(server.url, 'new');
    const { http, availability } = createClient(server.url, source);
    const calls = Array.from({ length: 200 }, () => http.call('getAccount', { signal }));
    expect(new Set(await Promise.all(calls))).toHaveLength(200);
    expect(renewals).toEqual(['old']);
    const sentWith = server.seen.map(({ headers }) => headers.authorization);
    expect(sentWith.filter((bearer) => bearer === 'Bearer new')).toHaveLength(200);
    expect(sentWith.filter((bearer) => bearer === 'Bearer old').length).toBeLessThanOrEqual(200);
    expect(availability.state).toBe('online');
  });

  test('a start is sent once more too, for it had no effect', async () => {
    const started = { workflowRunId: 'w', projectId: 'p', projectUrl: '' };
    const server = await TestServer.start((request, response) =>
      request.headers.authorization === 'Bearer new'
        ? sendJson(response, 202, started)
        : sendJson(response, 401, error('invalid_api_key')),
    );
    const { http } = createClient(server.url, renewing(server.url, 'new').source);
    const body = { script: 'Hello.', visualStyle: { type: 'STOCK' as const } };
    expect(await http.call('scriptToVideo', { body, signal })).toMatchObject(started);
    expect(server.seen).toHaveLength(2);
  });

  test('a bearer that is refused as well ends the call and signs the connection out', async () => {
    const server = await TestServer.start(onlyFor('another'));
    const { http, availability } = createClient(server.url, renewing(server.url, 'new').source);
    await expect(http.call('getAccount', { signal })).rejects.toMatchObject({ code: 'unauthorized' });
    expect(server.seen).toHaveLength(2);
    expect(availability.state).toBe('signed_out');
  });

  test('without another bearer nothing is sent again', async () => {
    const server = await TestServer.start(onlyFor('another'));
    const { http } = createClient(server.url, renewing(server.url, null).source);
    await expect(http.call('getAccount', { signal })).rejects.toMatchObject({ code: 'unauthorized' });
    expect(server.seen).toHaveLength(1);
  });

  test('a credential with too few rights counts as refused', async () => {
    const { http, availability } = await serve(
      status(403, error('not_authorized'), { 'www-authenticate': 'Bearer error="insufficient_scope"' }),
    );
    await expect(http.call('getAccount', { signal })).rejects.toMatchObject({ code: 'unauthorized' });
    expect(availability.state).toBe('signed_out');
  });

  test('a call without a credential takes nothing out of the budget', async () => {
    const signedOut = new AppError('signed_out', 'Nobody is signed in.');
    const { http, budget, availability } = createClient('http://127.0.0.1:1', {
      current: () => Promise.reject(signedOut),
      renew: () => Promise.resolve(false),
    });
    await expect(http.call('getAccount', { signal })).rejects.toBe(signedOut);
    expect(availability.state).toBe('signed_out');
    const { limit, remaining } = budget.limits().find(({ group }) => group === 'account.read') ?? {};
    expect(remaining).toBe(limit);
  });
});

test('every way a call ends is reported to who waits for the connection', async () => {
  const cut: Answer = (_request, response) => {
    response.destroy();
  };
  const { http, availability } = await serve(
    ok,
    cut,
    cut,
    cut,
    cut,
    status(404, error('not_found')),
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
    },
    status(429, error('insufficient_credits')),
  );
  const states: string[] = [];
  for (let call = 0; call < 5; call += 1) {
    await http.call('getAccount', { signal }).catch(() => undefined);
    states.push(availability.state);
  }
  expect(states).toEqual(['online', 'offline', 'online', 'offline', 'online']);
});

test('an answer in drops has an end', async () => {
  const server = await TestServer.start((_request, response) => {
    response.writeHead(200, json);
    const drip = setInterval(() => response.write(' '), 20);
    response.on('close', () => {
      clearInterval(drip);
    });
  });
  const outgoing = { method: 'GET', url: server.url, bearer: null, json: undefined, signal } as const;
  await expect(sendOnce({ ...outgoing, deadlineMs: 300 })).rejects.toMatchObject({
    code: 'service_unreachable',
    details: { reason: 'ETIMEDOUT', outcome: 'unknown' },
  });
});

test('a status the service adds later is reported as one nobody here knows', async () => {
  const run = {
    workflowRunId: 'w',
    workflowType: 'NEW_TO_VIDEO',
    status: 'paused_for_review',
    progressPercentage: 5,
    attemptIndex: 0,
    error: null,
    projectId: 'p',
    projectUrl: '',
    exportId: null,
    downloadUrl: null,
    downloadUrlExpiresAt: null,
    thumbnailUrl: null,
    thumbnailUrlExpiresAt: null,
    exportFileId: null,
  };
  const { http } = await serve(status(200, run));
  const read = await http.call('getWorkflowRun', { path: { workflowRunId: 'w' }, signal });
  expect(read.status).toBe('unrecognised');
});

test('a service under repair is left alone as long as it asks', async () => {
  const { server, http } = await serve(status(503, error('unavailable'), { 'retry-after': '30' }), ok);
  const startedMs = performance.now();
  expect(await http.call('getAccount', { signal })).toEqual(account);
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(299);
  expect(server.seen).toHaveLength(2);
});

test('a probe asks once, and its outcome is reported', async () => {
  const { server, http, availability } = await serve((_request, response) => {
    response.destroy();
  });
  await expect(http.probe(signal)).rejects.toMatchObject({ code: 'service_unreachable' });
  expect(server.seen).toHaveLength(1);
  expect(availability.state).toBe('offline');
});
