import { once } from 'node:events';
import { mkdtemp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request as sendRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BrowserHost } from '../../../../../src-main/hosts/browser/browser-host.ts';
import { PlainApp } from '../../../../fakes/electron/plain-app.ts';
import { until } from '../../../../fakes/turned-clock.ts';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let folder: string;
let app: PlainApp;
let host: BrowserHost;
let startUrl: URL;
let bugs: unknown[] = [];
let isOfOtherUser: boolean = false;
let pagesGone = 0;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dailies-host-'));
  await mkdir(join(folder, 'page', 'assets'), { recursive: true });
  await writeFile(
    join(folder, 'page', 'index.html'),
    '<!doctype html><html><head></head><body></body></html>',
  );
  await writeFile(join(folder, 'page', 'assets', 'main.js'), 'export {};');
  await writeFile(join(folder, 'secret.json'), '"secret"');
  await symlink(join(folder, 'secret.json'), join(folder, 'page', 'leak.json'));
  app = new PlainApp();
  [bugs, isOfOtherUser] = [[], false];
  pagesGone = 0;
  host = createHost();
  startUrl = new URL(await host.start(0));
});

function createHost(): BrowserHost {
  return new BrowserHost({
    app: app.surface,
    rendererFolder: join(folder, 'page'),
    isOfOtherUser: () => Promise.resolve(isOfOtherUser),
    onPagesGone: () => (pagesGone += 1),
    onBug: (_where, error) => bugs.push(error),
  });
}

afterEach(async () => {
  await host.dispose();
  await rm(folder, { recursive: true });
});

function send(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = sendRequest(
      {
        // Uses a new connection, because a kept one would end with its host.
        agent: false,
        host: '127.0.0.1',
        port: startUrl.port,
        method,
        path,
        headers: { host: startUrl.host, ...headers },
      },
      (response) => {
        buffer(response)
          .then((bytes) => {
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: bytes.toString('utf8'),
            });
          })
          .catch(reject);
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** Session data of a browser after it has opened the printed address. */
interface OpenedPage {
  /** Prefix of all paths of the session. Ends in `/`. */
  readonly path: string;
  readonly cookie: string;
  readonly reader: Record<string, string>;
  readonly actor: Record<string, string>;
}

async function open(): Promise<OpenedPage> {
  const opened = await send('GET', startUrl.pathname + startUrl.search);
  const path = opened.headers.location ?? '';
  const cookie = opened.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const page = await send('GET', path, { cookie });
  const token = /name="dailies-session" content="([^"]+)"/.exec(page.body)?.[1] ?? '';
  const reader = { cookie };
  return { path, cookie, reader, actor: { cookie, origin: startUrl.origin, 'x-dailies-session': token } };
}

test('the printed address opens the page once and leads to it without the token in the URL', async () => {
  const first = await send('GET', startUrl.pathname + startUrl.search);
  expect(first.status).toBe(303);
  const { location } = first.headers;
  expect(location).toMatch(/^\/[\w-]{43}\/$/);
  expect(startUrl.search).not.toContain(location?.slice(1, -1));
  expect(first.headers['set-cookie']?.[0]).toMatch(
    new RegExp(`HttpOnly; SameSite=Strict; Path=${String(location)}$`),
  );
  const second = await send('GET', startUrl.pathname + startUrl.search);
  expect(second.status).toBe(403);
  expect(second.headers['set-cookie']).toBeUndefined();
});

test('a renewed address opens the page again', async () => {
  await open();
  const renewed = new URL(host.renewAddress());
  expect((await send('GET', renewed.pathname + renewed.search)).status).toBe(303);
});

test('a wrong start token opens nothing', async () => {
  expect((await send('GET', '/start?token=guess')).status).toBe(403);
  expect((await send('GET', '/start')).status).toBe(403);
});

test('the page is served with a policy that lets it reach nothing but this host', async () => {
  const { path, reader } = await open();
  const page = await send('GET', path, reader);
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.headers['content-security-policy']).toContain("connect-src 'self'");
  expect(page.headers['content-security-policy']).not.toContain('unsafe');
  expect(page.headers['access-control-allow-origin']).toBeUndefined();
  expect((await send('GET', `${path}assets/main.js`, reader)).headers['content-type']).toContain(
    'text/javascript',
  );
});

test.each([
  '../secret.json',
  '../../secret.json',
  '%2e%2e/secret.json',
  '..%2fsecret.json',
  '%2e%2e%5csecret.json',
  'assets/%252e%252e/%252e%252e/secret.json',
  'assets/..%2f..%2fsecret.json',
  'leak.json',
  'index.html%00.js',
  'assets',
  '/secret.json',
  'C:/secret.json',
  '%ff',
])('no spelling of a path leads out of the page folder: %s', async (name) => {
  const { path, reader } = await open();
  const answer = await send('GET', path + name, reader);
  expect([403, 404, 421]).toContain(answer.status);
  expect(answer.body).not.toContain('"secret"');
});

test('a name rebound to this address is turned away before anything is read', async () => {
  const { path, actor } = await open();
  for (const name of ['evil.example', `localhost:${startUrl.port}`, `evil.example:${startUrl.port}`]) {
    expect((await send('GET', path, { ...actor, host: name })).status).toBe(421);
  }
});

test('without the session’s cookie nothing of the user is readable', async () => {
  const { path } = await open();
  for (const name of ['', 'icon.svg', 'assets/main.js', 'media/projects/p1/movie', 'bridge/events']) {
    expect((await send('GET', path + name)).status).toBe(403);
    expect((await send('GET', path + name, { cookie: 'dailies_00=x' })).status).toBe(403);
  }
});

test('the cookie alone, which another program may have seen, opens nothing', async () => {
  const { path, cookie, reader, actor } = await open();
  expect((await send('GET', path, reader)).body).toContain(actor['x-dailies-session']);
  const guessed = `/${'a'.repeat(43)}/`;
  for (const base of ['/', '//', guessed, `${path.slice(0, -2)}/`, `/x${path}`, path.toLowerCase()]) {
    for (const name of ['', 'index.html', 'media/projects/p1/movie', 'bridge/events']) {
      const answer = await send('GET', base + name, { cookie });
      expect([403, 421], base + name).toContain(answer.status);
      expect(answer.body).not.toContain(actor['x-dailies-session']);
    }
    expect((await send('POST', `${base}bridge/invoke`, actor, infoCall)).status).toBeGreaterThanOrEqual(403);
  }
  expect(app.requests).toEqual([]);
});

test('a call needs the cookie, the page’s own origin and the token that only the page knows', async () => {
  const { path, actor } = await open();
  const call = JSON.stringify({ name: 'app.info', input: {} });
  const without = (name: string): Record<string, string> =>
    Object.fromEntries(Object.entries(actor).filter(([key]) => key !== name));
  expect((await send('POST', `${path}bridge/invoke`, actor, call)).status).toBe(200);
  for (const missing of Object.keys(actor)) {
    expect((await send('POST', `${path}bridge/invoke`, without(missing), call)).status).toBe(403);
  }
  expect(
    (await send('POST', `${path}bridge/invoke`, { ...actor, origin: 'http://evil.example' }, call)).status,
  ).toBe(403);
  expect(
    (await send('POST', `${path}bridge/invoke`, { ...actor, 'sec-fetch-site': 'cross-site' }, call)).status,
  ).toBe(403);
  expect(app.requests).toHaveLength(1);
});

test('a call that is not JSON, or far too large, is answered as an error and is no bug', async () => {
  const { path, actor } = await open();
  for (const body of ['{', 'x'.repeat(9 * 1024 * 1024)]) {
    const answer = await send('POST', `${path}bridge/invoke`, actor, body);
    expect(JSON.parse(answer.body)).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  }
  expect(bugs).toEqual([]);
});

test('a dropped file is streamed to the app under its own name', async () => {
  const { path, actor } = await open();
  const answer = await send(
    'POST',
    `${path}bridge/files?name=${encodeURIComponent('Skript ü.md')}`,
    actor,
    '# Hello',
  );
  expect(JSON.parse(answer.body)).toEqual({ ok: true, value: 'grant-upload' });
  expect(app.uploads.get('Skript ü.md')).toBe('# Hello');
  expect((await send('POST', `${path}bridge/files`, actor, 'x')).status).toBe(400);
});

test('movies are passed through with their ranges', async () => {
  const { path, reader } = await open();
  const movie = `${path}media/projects/p1/movie`;
  const whole = await send('GET', movie, reader);
  expect(whole).toMatchObject({ status: 200, body: '0123456789', headers: { 'content-type': 'video/mp4' } });
  const part = await send('GET', movie, { ...reader, range: 'bytes=2-4' });
  expect(part).toMatchObject({ status: 206, body: '234' });
  expect((await send('GET', `${path}media/projects/p2/movie`, reader)).status).toBe(404);
});

test('Events reach the page as they happen, and stopping the host ends the stream and the subscription', async () => {
  const { path, cookie } = await open();
  const heard: string[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    const request = sendRequest(
      {
        host: '127.0.0.1',
        port: startUrl.port,
        path: `${path}bridge/events`,
        headers: { host: startUrl.host, cookie },
      },
      (response) => {
        response.on('data', (chunk: Buffer) => {
          heard.push(chunk.toString('utf8'));
          if (heard.length === 1) app.send({ name: 'project.changed', payload: { projectId: 'two\nlines' } });
          else void host.dispose();
        });
        response.on('end', resolve);
      },
    );
    request.on('error', reject);
    request.end();
  });
  await ended;
  expect(heard.join('')).toContain(
    'data: {"name":"project.changed","payload":{"projectId":"two\\nlines"}}\n\n',
  );
  expect(app.listenerCount).toBe(0);
  await until(() => pagesGone === 1);
});

test.each(['\\[', 'media/%zz', 'media/%ff'])(
  'the malformed path %s is turned away and is no bug',
  async (name) => {
    const { path, reader } = await open();
    expect([404, 421]).toContain((await send('GET', path + name, reader)).status);
    expect(bugs).toEqual([]);
  },
);

test('hundreds of callers that never finish their request keep the page from nothing', async () => {
  const slow = Array.from({ length: 300 }, () =>
    connect(Number(startUrl.port), '127.0.0.1').on('error', () => undefined),
  );
  await Promise.all(slow.map((socket) => once(socket, 'connect')));
  for (const socket of slow) socket.write('GET / HTTP/1.1\r\nhost: ');
  const { path, reader } = await open();
  expect((await send('GET', path, reader)).status).toBe(200);
  for (const socket of slow) socket.destroy();
});

test('a page that no longer reads its events is let go instead of piling them up', async () => {
  const { path, cookie } = await open();
  const page = connect(Number(startUrl.port), '127.0.0.1');
  const headers = `host: ${startUrl.host}\r\ncookie: ${cookie}`;
  page.write(`GET ${path}bridge/events HTTP/1.1\r\n${headers}\r\n\r\n`);
  await once(page, 'data');
  page.pause();
  const isClosed = once(page, 'close');
  const projectId = 'p'.repeat(1_000_000);
  for (let count = 0; count < 20; count += 1) app.send({ name: 'project.changed', payload: { projectId } });
  page.resume();
  await isClosed;
});

const infoCall = JSON.stringify({ name: 'app.info', input: {} });

test('A page of an earlier start at the same port is refused everything', async () => {
  const { path, reader, actor } = await open();
  await host.dispose();
  host = createHost();
  await host.start(Number(startUrl.port));
  for (const name of ['', 'assets/main.js', 'bridge/events', 'media/projects/p1/movie']) {
    expect((await send('GET', path + name, reader)).status).toBe(403);
  }
  expect((await send('POST', `${path}bridge/invoke`, actor, infoCall)).status).toBe(403);
});

test('another user of this computer who has read the address cannot open it, and its owner still can', async () => {
  isOfOtherUser = true;
  const refused = await send('GET', startUrl.pathname + startUrl.search);
  expect([refused.status, refused.headers['set-cookie']]).toEqual([403, undefined]);
  isOfOtherUser = false;
  expect((await open()).cookie).toMatch(/^dailies_/);
});
