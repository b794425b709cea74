import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { rawRequest, shortScript } from './support/caller.ts';
import { expectError } from './support/expectations.ts';
import { type ControlledService, startControlledService } from './support/service-under-test.ts';

let service: ControlledService;
let host: string;
let authorization: string;

beforeAll(async () => {
  service = await startControlledService();
  host = new URL(service.url).host;
  authorization = `Bearer ${service.apiKey}`;
});
afterAll(() => service.dispose());

function ask(headers: Record<string, string | string[]>, target?: string) {
  return rawRequest(`${service.url}/v1/me`, { headers, ...(target !== undefined && { target }) });
}

test('the loopback names with the port are the only hosts', async () => {
  const { port } = new URL(service.url);
  for (const name of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`]) {
    expect((await ask({ host: name, authorization })).status).toBe(200);
  }
  const foreign = ['evil.example', `evil.example:${port}`, '127.0.0.1', `127.0.0.1:${Number(port) + 1}`, ''];
  for (const name of [...foreign, `localhost.evil.example:${port}`, `127.0.0.1:${port}.evil.example`]) {
    expectError(await ask({ host: name, authorization }), 421, 'invalid_request');
  }
});

test('a missing Host and an absolute target are refused', async () => {
  expectError(await ask({ authorization }), 421, 'invalid_request');
  expectError(await ask({ host, authorization }, `http://${host}/v1/me`), 421, 'invalid_request');
});

test('two Host headers are refused', async () => {
  const text = await exchange(
    `GET /v1/me HTTP/1.1\r\nHost: ${host}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  );
  expect(text).toMatch(/^HTTP\/1\.1 4(00|21) /);
});

test('a web page is refused whatever it asks for, and no answer opens a door for one', async () => {
  for (const origin of ['https://evil.example', `http://${host}`, 'null']) {
    expectError(await ask({ host, authorization, origin }), 403, 'not_authorized');
  }
  const preflight = await rawRequest(`${service.url}/v1/me`, {
    method: 'OPTIONS',
    headers: { host, origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  });
  expect(preflight.status).toBe(403);
  const good = await ask({ host, authorization });
  for (const answer of [preflight, good]) {
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

test('signed links are no way around the gates', async () => {
  const file = await service.caller.upload('own.png', Buffer.from('\x89PNG\r\n\x1a\nx', 'latin1'));
  expectError(
    await rawRequest(file.downloadUrl, { headers: { host: 'evil.example' } }),
    421,
    'invalid_request',
  );
  const origin = 'https://evil.example';
  expectError(await rawRequest(file.downloadUrl, { headers: { host, origin } }), 403, 'not_authorized');
});

test('a form a page could post without asking starts nothing', async () => {
  const count = async () =>
    (await service.caller.get('/v1/workflows/runs?limit=200')).body.workflowRuns.length;
  const before = await count();
  for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
    await rawRequest(`${service.url}/v1/workflows/script-to-video`, {
      method: 'POST',
      headers: { host, 'content-type': type },
      body: JSON.stringify(shortScript),
    });
  }
  expect(await count()).toBe(before);
});

test('two hundred clients that never finish keep no one else waiting', async () => {
  const { hostname, port } = new URL(service.url);
  const slow: Socket[] = [];
  try {
    for (let index = 0; index < 200; index += 1) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.write(
        index % 2 === 0
          ? 'GET /v1/me HTTP/1.1\r\nHost: '
          : `POST /v1/x HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 9\r\n\r\n1`,
      );
      slow.push(socket);
    }
    await Promise.all(slow.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    const timesMs: number[] = [];
    for (let index = 0; index < 21; index += 1) {
      const start = performance.now();
      expect((await service.caller.get('/v1/me')).status).toBe(200);
      timesMs.push(performance.now() - start);
    }
    expect(timesMs.sort((left, right) => left - right)[10]).toBeLessThan(200);
  } finally {
    for (const socket of slow) socket.destroy();
  }
});

test('as many strangers as there are connections do not shut out the owner', async () => {
  const { hostname, port } = new URL(service.url);
  const strangers = Array.from({ length: 600 }, (_, index) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    if (index % 2 === 0) socket.write('GET /v1/me HTTP/1.1\r\nHost: ');
    return socket;
  });
  try {
    await Promise.all(strangers.map((socket) => once(socket, 'ready').catch(() => undefined)));
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => ask({ host, authorization, connection: 'close' })),
    );
    const statuses = answers.map((answer) =>
      answer.status === 'fulfilled' ? answer.value.status : String(answer.reason),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  } finally {
    for (const socket of strangers) socket.destroy();
  }
});

test('a connection that has shown the key is not given up for strangers', async () => {
  const { hostname, port } = new URL(service.url);
  const own = connect(Number(port), hostname);
  const request = `GET /v1/me HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${authorization}\r\n\r\n`;
  own.write(request);
  expect(String((await once(own, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /);
  const strangers = Array.from({ length: 400 }, () => connect(Number(port), hostname));
  for (const socket of strangers) socket.on('error', () => undefined);
  try {
    await Promise.all(strangers.map((socket) => once(socket, 'ready').catch(() => undefined)));
    own.write(request);
    expect(String((await once(own, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /);
  } finally {
    for (const socket of [own, ...strangers]) socket.destroy();
  }
});

test('an upload with a wrong signature is answered and closed without waiting for its bytes', async () => {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  socket.write(
    `PUT /uploads/file_1?expires=9999999999&signature=AAAA HTTP/1.1\r\nHost: ${host}\r\n` +
      `Content-Type: video/mp4\r\nContent-Length: 1000000000\r\n\r\nfirst bytes`,
  );
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 403 /);
  await expect.poll(() => socket.closed, { timeout: 15_000 }).toBe(true);
});

test('bytes that are no HTTP get a 400 and the service lives', async () => {
  const answer = await exchange('\x16\x03\x01\x02\x00\x01\x00\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('"code":"invalid_request"');
  const unreadable = `GET /%zz HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${authorization}\r\nConnection: close\r\n\r\n`;
  expect(await exchange(unreadable)).toMatch(/^HTTP\/1\.1 400 /);
  expect((await service.caller.get('/v1/me')).status).toBe(200);
});

test('neither the key nor the sign-in code is in the data folder or the log', async () => {
  await service.caller.makeProject();
  const code = String(service.signInCode);
  // The service clears a run's work folder after the run, and must not do so while the test reads the folders.
  await expect.poll(() => readdir(path.join(service.dataFolder, 'work')), { timeout: 10_000 }).toEqual([]);
  const names = await readdir(service.dataFolder, { recursive: true, withFileTypes: true });
  for (const entry of names.filter((name) => name.isFile())) {
    const bytes = await readFile(path.join(entry.parentPath, entry.name));
    expect(bytes.includes(service.apiKey)).toBe(false);
    expect(bytes.includes(code)).toBe(false);
  }
  expect(JSON.stringify(service.log)).not.toContain(code);
  expect(JSON.stringify(service.log)).not.toContain(service.apiKey);
});

function exchange(request: string): Promise<string> {
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(request, 'latin1'));
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
}
