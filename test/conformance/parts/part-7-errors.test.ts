import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, shortScript } from '../support/caller.ts';
import { expectError } from '../support/expectations.ts';
import { type ControlledService, startControlledService } from '../support/service-under-test.ts';

let service: ControlledService;
let caller: Caller;

const json = { 'content-type': 'application/json' };
const start = '/v1/workflows/script-to-video';

beforeAll(async () => {
  service = await startControlledService();
  ({ caller } = service);
});
afterAll(() => service.dispose());

test('a body that is not JSON by its type is refused', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const headers = { 'content-type': type };
    const body = JSON.stringify(shortScript);
    expectError(await caller.send(start, { method: 'POST', headers, body }), 415, 'invalid_request');
  }
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  expect(
    (await caller.send(start, { method: 'POST', headers, body: JSON.stringify(shortScript) })).status,
  ).toBe(202);
});

test('a body that is too large is refused', async () => {
  const body = JSON.stringify({ ...shortScript, extra: 'x'.repeat(9 * 1024 * 1024) });
  expectError(await caller.send(start, { method: 'POST', headers: json, body }), 413, 'invalid_request');
  expect((await caller.get('/v1/me')).status).toBe(200);
});

test('a sender in the middle of a refused body learns why', async () => {
  const { hostname, port } = new URL(service.url);
  const chunk = Buffer.alloc(1024 * 1024, ' ');
  const answers: (number | undefined)[] = [];
  const refused = [
    { authorization: 'Bearer wrong' },
    { 'content-type': 'text/plain' },
    {},
    { 'content-length': String(40 * chunk.byteLength) },
  ];
  for (const headers of refused) {
    const request = httpRequest({
      hostname,
      port,
      path: start,
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}`, ...json, ...headers },
    });
    const answer = once(request, 'response');
    for (let index = 0; index < 40; index += 1) {
      if (!request.write(chunk)) await Promise.race([once(request, 'drain'), answer]);
    }
    request.end();
    const [response] = (await answer) as [IncomingMessage];
    answers.push(response.statusCode);
    response.resume();
  }
  expect(answers).toEqual([401, 415, 413, 413]);
});

test('an id of any length is one that does not exist', async () => {
  for (const id of ['x'.repeat(301), 'x'.repeat(8_000)]) {
    expectError(await caller.get(`/v1/projects/${id}`), 404, 'not_found');
  }
});

test('an address that cannot be read is refused behind the same gates as any other', async () => {
  const answer = await caller.get('/v1/projects/%zz');
  expectError(answer, 400, 'invalid_request');
  for (const name of ['x-request-id', 'x-ratelimit-limit']) expect(answer.headers.get(name)).not.toBeNull();
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  const stranger = await caller.send('/v1/projects/%zz', { headers: { authorization: 'Bearer wrong' } });
  expectError(stranger, 401, 'invalid_api_key');
});

test('hostile JSON harms nothing', async () => {
  const deep = '['.repeat(200_000) + ']'.repeat(200_000);
  const bodies = [
    `{"script":"Hi.","visualStyle":{"type":"STOCK"},"extra":${deep}}`,
    '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}},"script":"Hi.","visualStyle":{"type":"STOCK"}}',
    '{"script":"first","script":"Hi.","visualStyle":{"type":"STOCK"}}',
  ];
  for (const body of bodies) {
    const answer = await caller.send(start, { method: 'POST', headers: json, body });
    expect([202, 400]).toContain(answer.status);
  }
  expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);
  expect((await caller.get('/v1/me')).status).toBe(200);
});

test('§7.4 marks are left off with the entitlement only', async () => {
  const free = await startControlledService({ plan: 'free' });
  try {
    const run = await free.caller.makeProject({ autoExport: true });
    const movie = free.engine.calls.find((call) => call.name === 'renderMovie');
    expect(movie?.request).toMatchObject({ hasWatermark: true, hasEndScreen: true });
    for (const body of [{ watermarkMode: 'NONE' }, { endScreenMode: 'NONE' }]) {
      const refused = [
        await free.caller.post(`/v1/projects/${run.projectId}/export`, body),
        await free.caller.post(start, { ...shortScript, autoExport: true, exportOptions: body }),
      ];
      for (const answer of refused) {
        expectError(answer, 403, 'not_authorized');
        expect(answer.body.requirement).toEqual({ type: 'upgrade_plan' });
      }
    }
  } finally {
    await free.dispose();
  }
});

test('every answer has an id of its own', async () => {
  const answers = [await caller.get('/v1/me'), await caller.get('/v1/me'), await caller.get('/v1/nothing')];
  const ids = answers.map((answer) => answer.headers.get('x-request-id'));
  expect(new Set(ids).size).toBe(3);
  expect(ids).not.toContain(null);
});
