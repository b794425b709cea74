import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shortScript } from './caller.ts';
import type { Caller } from './caller.ts';
import { expectError } from './expectations.ts';
import { startControlledService } from './service-under-test.ts';
import type { ControlledService } from './service-under-test.ts';

let service: ControlledService;
let caller: Caller;

const json = { 'content-type': 'application/json' };
const start = '/v1/workflows/script-to-video';

beforeAll(async () => {
  service = await startControlledService();
  ({ caller } = service);
});
afterAll(() => service.dispose());

test('§7 an unknown address and a wrong method are not found', async () => {
  expectError(await caller.get('/v1/nothing/here'), 404, 'not_found');
  expectError(await caller.get('/'), 404, 'not_found');
  expectError(await caller.send('/v1/me', { method: 'DELETE' }), 404, 'not_found');
  expectError(await caller.get('/v1/resources/avatar-presenters'), 404, 'not_found');
});

test.each(['{', '{"script": "x"', 'null', '[]', '"text"', '\u00ff{}'])(
  '§7 the body %s is no request',
  async (body) => {
    expectError(await caller.send(start, { method: 'POST', headers: json, body }), 400, 'invalid_request');
  },
);

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

test('a sender in the middle of a refused body is told why', async () => {
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
      ...{ hostname, port, path: start, method: 'POST' },
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

test('§4 bodies are optional where nothing is required, with or without a content type', async () => {
  const run = await caller.makeProject();
  expect((await caller.post(`/v1/projects/${run.projectId}/export`)).status).toBe(202);
  const emptyJson = { method: 'POST', headers: json };
  expect((await caller.send(`/v1/projects/${run.projectId}/export`, emptyJson)).status).toBe(202);
  expect((await caller.send(`/v1/workflows/runs/${run.workflowRunId}/cancel`, emptyJson)).status).toBe(202);
  expectError(await caller.post(start), 400, 'invalid_parameters');
});

test('the body of a GET is ignored', async () => {
  const { hostname, port } = new URL(service.url);
  const body = '{"selfOnly": true';
  const socket = connect(Number(port), hostname);
  socket.write(
    `GET /v1/files HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${service.apiKey}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString()));
  await new Promise((resolve) => socket.on('close', resolve));
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
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

test.each([
  'limit=0',
  'limit=201',
  'limit=-1',
  'limit=1.5',
  'limit=ten',
  'limit=0x10',
  'limit=1e2',
  'limit=%205',
  'limit=',
  'limit=5&limit=6',
  'cursor=',
])('contract §1 %s is refused', async (query) => {
  for (const list of ['/v1/workflows/runs', '/v1/projects', '/v1/files', '/v1/resources/tts-voices']) {
    expectError(await caller.get(`${list}?${query}`), 400, 'invalid_parameters');
  }
});

test('§7.1 a cursor of another list, and one that is none, are refused', async () => {
  await caller.makeProject();
  await caller.makeProject();
  const run = await caller.makeProject();
  const { body } = await caller.get('/v1/projects?limit=1');
  const lists = [
    '/v1/workflows/runs',
    '/v1/files',
    '/v1/resources/tts-voices',
    `/v1/projects/${run.projectId}/exports`,
  ];
  for (const list of lists) {
    expectError(await caller.get(`${list}?cursor=${body.nextCursor}`), 400, 'invalid_parameters');
  }
  for (const cursor of [
    '1',
    'bm9uc2Vuc2U',
    `${body.nextCursor}x`,
    `x${body.nextCursor}`,
    `${body.nextCursor}=`,
  ]) {
    expectError(await caller.get(`/v1/projects?cursor=${cursor}`), 400, 'invalid_parameters');
  }
  expect((await caller.get(`/v1/projects?cursor=${body.nextCursor}`)).status).toBe(200);
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
