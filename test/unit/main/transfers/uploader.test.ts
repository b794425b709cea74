import { execFileSync } from 'node:child_process';
import { appendFileSync, renameSync, statSync, utimesSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { cancelledByUser } from '../../../../src-main/foundation/wait.ts';
import { TransferEngine } from '../../../../src-main/transfers/engine/transfer-engine.ts';
import { type PutRequest, Uploader } from '../../../../src-main/transfers/uploader.ts';
import { AppError } from '../../../../src-shared/app-error.ts';
import { addressOf, KeptLog, makeFolder } from '../../../fakes/main-fixture.ts';
import { TestServer, unusedAddress } from '../../../fakes/test-server.ts';
import { createHastyClock, TurnedClock, until } from '../../../fakes/turned-clock.ts';

const engine = new TransferEngine({ clock: createHastyClock(), log: new KeptLog() });
afterAll(() => engine.dispose());
const content = Buffer.alloc(3_000_000, 'an upload ');

async function makeRequest(url: string, change: Partial<PutRequest> = {}): Promise<PutRequest> {
  const path = join(await makeFolder(), 'clip.mov');
  await writeFile(path, content);
  const { size, mtimeMs, ino } = statSync(path);
  return {
    url,
    path,
    sizeBytes: size,
    expected: { modifiedAtMs: mtimeMs, inode: String(ino) },
    onProgress: () => undefined,
    allowance: () => Promise.resolve(),
    signal: new AbortController().signal,
    ...change,
  };
}

function put(request: PutRequest, clock = createHastyClock()): Promise<{ readonly status: number }> {
  const address = addressOf(new URL(request.url).origin);
  const outcome = new Uploader({ engine, address, clock }).put(request);
  outcome.catch(() => undefined);
  return outcome;
}

/** Starts a server of raw sockets, for behaviour that no HTTP server has. */
async function startRaw(onConnection: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    }),
  );
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${String(port)}/put`;
}

test('a file is sent in one PUT of known length, without a credential, and whole', async () => {
  const server = await TestServer.start((_request, response) => response.writeHead(204).end());
  const sent: number[] = [];
  const request = await makeRequest(`${server.url}/put?signature=1`, {
    onProgress: (bytes) => sent.push(bytes),
  });
  expect(await put(request)).toEqual({ status: 204 });
  const [seen] = server.seen;
  expect(seen?.method).toBe('PUT');
  expect(seen?.url).toBe('/put?signature=1');
  expect(seen?.body.equals(content)).toBe(true);
  expect(Object.keys(seen?.headers ?? {}).sort()).toEqual([
    'connection',
    'content-length',
    'host',
    'user-agent',
  ]);
  expect(sent.at(-1)).toBe(content.length);
});

test('an empty file is sent as one', async () => {
  const server = await TestServer.start((_request, response) => response.end());
  const path = join(await makeFolder(), 'empty.txt');
  await writeFile(path, '');
  const { mtimeMs, ino } = statSync(path);
  const expected = { modifiedAtMs: mtimeMs, inode: String(ino) };
  expect(await put({ ...(await makeRequest(server.url)), path, sizeBytes: 0, expected })).toEqual({
    status: 200,
  });
  expect(server.seen[0]?.headers['content-length']).toBe('0');
});

test('a refusal before everything is sent ends the upload with it', async () => {
  let receivedBytes = 0;
  const url = await startRaw((socket) => {
    socket.once('data', () => {
      socket.pause();
      socket.write('HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\n\r\n');
    });
    socket.on('data', (bytes) => (receivedBytes += bytes.length));
  });
  const path = join(await makeFolder(), 'large.mov');
  await writeFile(path, Buffer.alloc(64 * 1024 * 1024));
  const { size, mtimeMs, ino } = statSync(path);
  const expected = { modifiedAtMs: mtimeMs, inode: String(ino) };
  expect(await put({ ...(await makeRequest(url)), path, sizeBytes: size, expected })).toEqual({
    status: 413,
  });
  expect(receivedBytes).toBeLessThan(size);
});

test('a connection that breaks in the middle may be tried again', async () => {
  const url = await startRaw((socket) => {
    socket.once('data', () => socket.resetAndDestroy());
  });
  await expect(put(await makeRequest(url))).rejects.toMatchObject({
    code: 'service_unreachable',
    details: { outcome: 'unknown' },
  });
  await expect(put(await makeRequest(await unusedAddress()))).rejects.toMatchObject({
    code: 'service_unreachable',
    details: { outcome: 'not_sent' },
  });
});

test.each([
  ['is longer', (path: string) => appendFileSync(path, 'more')],
  ['has another date', (path: string) => utimesSync(path, 1, 1)],
  [
    'is another one',
    (path: string) => {
      renameSync(path, `${path}.old`);
      execFileSync('cp', ['-p', `${path}.old`, path]);
    },
  ],
])('a file that %s than was handed over is not sent', async (_name, change) => {
  const server = await TestServer.start((_request, response) => response.end());
  const request = await makeRequest(server.url);
  change(request.path);
  await expect(put(request)).rejects.toMatchObject({
    code: 'file_unreadable',
    details: { reason: 'changed' },
  });
  expect(server.seen).toHaveLength(0);
});

test('a file that changes while it is sent is reported as such, although the storage took it', async () => {
  let request: PutRequest | null = null;
  const server = await TestServer.start((_request, response) => {
    if (request) utimesSync(request.path, 1, 1);
    response.writeHead(200).end();
  });
  request = await makeRequest(server.url);
  await expect(put(request)).rejects.toMatchObject({
    code: 'file_unreadable',
    details: { reason: 'changed' },
  });
});

test('links, pipes and folders are not sent, and a pipe is not waited for', async () => {
  const request = await makeRequest('http://127.0.0.1:1/');
  const folder = await makeFolder();
  await symlink(request.path, join(folder, 'link'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  await mkdir(join(folder, 'folder'));
  for (const name of ['link', 'pipe', 'folder', 'missing'])
    await expect(put({ ...request, path: join(folder, name) }), name).rejects.toMatchObject({
      code: 'file_unreadable',
    });
});

test('an upload that is cancelled ends with the reason', async () => {
  const stopper = new AbortController();
  const url = await startRaw((socket) => {
    socket.once('data', () => {
      socket.pause();
      stopper.abort(cancelledByUser);
    });
  });
  await expect(put(await makeRequest(url, { signal: stopper.signal }))).rejects.toBe(cancelledByUser);
});

test('an upload whose progress cannot be noted fails with the reason', async () => {
  const server = await TestServer.start((_request, response) => response.writeHead(204).end());
  const full = new AppError('disk_full', 'no room');
  const request = await makeRequest(server.url, {
    onProgress: () => {
      throw full;
    },
  });
  await expect(put(request)).rejects.toBe(full);
});

test('an upload that stalls is noticed, one that waits for its bandwidth is not taken for one', async () => {
  const clock = new TurnedClock();
  const url = await startRaw((socket) => socket.once('data', () => socket.pause()));
  const path = join(await makeFolder(), 'large.mov');
  await writeFile(path, Buffer.alloc(64 * 1024 * 1024));
  const { size, mtimeMs, ino } = statSync(path);
  const request = {
    ...(await makeRequest(url)),
    path,
    sizeBytes: size,
    expected: { modifiedAtMs: mtimeMs, inode: String(ino) },
  };
  let origin = new URL(url).origin;
  const address = { origin: () => Promise.resolve(origin) };
  const uploader = new Uploader({ engine, address, clock });
  const stalled = uploader.put(request);
  const refusal = expect(stalled).rejects.toMatchObject({
    code: 'service_unreachable',
    details: { reason: 'stalled' },
  });
  await until(() => clock.waiting > 0);
  let isOver = false;
  void refusal.then(() => (isOver = true));
  await until(async () => {
    await clock.advance(30_000);
    return isOver;
  });
  await refusal;

  const stopper = new AbortController();
  const reading = await startRaw((socket) => socket.resume());
  origin = new URL(reading).origin;
  let asked = 0;
  let sentBytes = 0;
  const waiting = uploader.put({
    ...request,
    url: reading,
    signal: stopper.signal,
    onProgress: (bytes) => (sentBytes = bytes),
    // Allows the first four MiB and then nothing more.
    allowance: () => {
      asked += 1;
      return asked <= 256 ? Promise.resolve() : new Promise(() => undefined);
    },
  });
  waiting.catch(() => undefined);
  await until(() => sentBytes >= 3 * 1024 * 1024 && clock.waiting > 0);
  await clock.advance(90_000);
  stopper.abort(cancelledByUser);
  await expect(waiting).rejects.toBe(cancelledByUser);
});
