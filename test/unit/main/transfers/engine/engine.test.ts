import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { open, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createSecureServer } from 'node:tls';
import fc from 'fast-check';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { ThreadHost } from '../../../../../src-main/foundation/thread-host.ts';
import { cancelledByUser } from '../../../../../src-main/foundation/wait.ts';
import { TransferEngine } from '../../../../../src-main/transfers/engine/transfer-engine.ts';
import { KeptLog, makeFolder } from '../../../../fakes/main-fixture.ts';
import { makeSparseFile, oddFiles } from '../../../../fakes/odd-files.ts';
import { makeSelfSigned } from '../../../../fakes/self-signed.ts';
import { TestServer } from '../../../../fakes/test-server.ts';
import { createHastyClock, TurnedClock, until } from '../../../../fakes/turned-clock.ts';

const clock = createHastyClock();
const log = new KeptLog();
const engine = new TransferEngine({ clock, log });
afterAll(() => engine.dispose());
const { signal } = new AbortController();

async function listen(server: Server): Promise<number> {
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    }),
  );
  onTestFinished(() => void server.close());
  return port;
}

/** Starts a server that sends these bytes in the given pieces and closes the connection. */
async function sendRaw(...pieces: readonly (string | Buffer)[]): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      void (async () => {
        for (const piece of pieces) {
          await new Promise((resolve) => socket.write(piece, resolve));
          if (pieces.length > 1) await new Promise((resolve) => setImmediate(resolve));
        }
        socket.end();
      })();
    });
  });
  server.on('close', () => {
    for (const socket of sockets) socket.destroy();
  });
  return `http://127.0.0.1:${String(await listen(server))}/file`;
}

/** Fetches into a file. Returns the received bytes; rejects with the error of the download. */
async function receive(url: string, maxBytes: number | null = null): Promise<Buffer> {
  const path = join(await makeFolder(), 'file');
  const handle = await open(path, 'wx');
  try {
    const { task } = await engine.fetch({ url, trustedOrigin: new URL(url).origin }, {}, signal);
    const into = { descriptor: handle.fd, position: 0, maxBytes };
    const { failure, writtenTo } = await task.receive(into, () => Promise.resolve());
    if (failure !== null) throw failure as Error;
    const bytes = await readFile(path);
    expect(bytes).toHaveLength(writtenTo);
    return bytes;
  } finally {
    await handle.close();
  }
}

describe('an answer', () => {
  test.each([
    ['no status', 'HELLO\r\n\r\n'],
    ['another protocol', 'HTTP/2 200 OK\r\n\r\n'],
    ['a change of protocol', 'HTTP/1.1 101 Switching\r\n\r\n'],
    ['a field without a name', 'HTTP/1.1 200 OK\r\n: x\r\n\r\n'],
    ['a folded field', 'HTTP/1.1 200 OK\r\na: b\r\n c\r\n\r\n'],
    ['a space before the colon', 'HTTP/1.1 200 OK\r\ncontent-length : 1\r\n\r\n'],
    ['a bare line feed', 'HTTP/1.1 200 OK\r\na: b\nc: d\r\n\r\n'],
    ['two different lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx'],
    ['a length and chunks', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\nx'],
    ['a length that is none', 'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\nx'],
    ['compressed chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\nx'],
    ['more than was announced', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nxy'],
    ['a chunk without a size', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n'],
    [
      'a chunk longer than it says',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\nxy\r\n0\r\n\r\n',
    ],
    ['a head without an end', `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(12_000)}`],
  ])('with %s is refused', async (_name, bytes) => {
    await expect(receive(await sendRaw(bytes))).rejects.toMatchObject({
      code: 'download_failed',
      details: { reason: 'malformed' },
    });
  });

  test.each([
    ['in its length', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc'],
    ['in a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nabc'],
    ['before the last chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n'],
  ])('that ends early %s is cut off', async (_name, bytes) => {
    await expect(receive(await sendRaw(bytes))).rejects.toMatchObject({ details: { reason: 'cut_off' } });
  });

  test('that ends in its head did not reach anyone', async () => {
    await expect(receive(await sendRaw('HTTP/1.1 200 OK\r\ncontent-'))).rejects.toMatchObject({
      code: 'service_unreachable',
    });
  });

  test('may come after interim ones, in chunks, with extensions and a trailer', async () => {
    const url = await sendRaw(
      'HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n',
      '3;a=b\r\nabc\r\n2\r\nde\r\n0\r\nx-sum: 1\r\n\r\n',
    );
    expect((await receive(url)).toString()).toBe('abcde');
  });

  test('without a length ends with the connection, and not beyond what may be', async () => {
    const url = await sendRaw('HTTP/1.0 200 OK\r\n\r\nabc', 'def');
    expect((await receive(url)).toString()).toBe('abcdef');
    await expect(receive(await sendRaw('HTTP/1.0 200 OK\r\n\r\nabcdef'), 5)).rejects.toMatchObject({
      code: 'download_incomplete',
    });
  });

  test('means the same however its bytes are cut into packets', async () => {
    const body = Buffer.from('abcdefghij');
    const whole = Buffer.from(
      `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\n${body.toString('utf8', 0, 4)}\r\n6\r\n${body.toString('utf8', 4)}\r\n0\r\n\r\n`,
    );
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: whole.length - 1 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(cuts, async (places) => {
        const edges = [0, ...places.sort((a, b) => a - b), whole.length];
        const pieces = edges.slice(1).map((end, index) => whole.subarray(edges[index], end));
        expect((await receive(await sendRaw(...pieces))).equals(body)).toBe(true);
      }),
      { numRuns: 25 },
    );
  });
});

describe('a link', () => {
  test.each([
    ['to this computer', 'https://127.0.0.1:1/x', 'private_address'],
    ['to a name of this computer', 'https://localhost:1/x', 'private_address'],
    ['without encryption', 'http://example.com/x', 'not_encrypted'],
    ['to a file', 'file:///etc/passwd', 'not_a_web_address'],
  ])('%s is refused for both directions', async (_name, url, reason) => {
    const target = { url, trustedOrigin: 'https://service.example' };
    await expect(engine.fetch(target, {}, signal)).rejects.toMatchObject({ details: { reason } });
    const sent = engine.send(
      target,
      { descriptor: 0, sizeBytes: 0 },
      { signal, allowance: () => Promise.resolve() },
    );
    expect((await sent.ended).failure).toMatchObject({ details: { reason } });
  });

  test('that leads on is followed three times, into no private place, and with no credential', async () => {
    const inner = await TestServer.start((_request, response) => response.end('secret'));
    const server = await TestServer.start(({ url }, response) => {
      const left = Number(url.slice(1));
      if (url === '/in') response.writeHead(302, { location: inner.url }).end();
      else if (left === 0) response.end('there');
      else response.writeHead(307, { location: `/${String(left - 1)}` }).end();
    });
    const open = (path: string) =>
      engine.fetch({ url: server.url + path, trustedOrigin: server.url }, {}, signal);
    const answer = await open('/3');
    expect(answer.status).toBe(200);
    answer.task.stop();
    await expect(open('/4')).rejects.toMatchObject({ details: { reason: 'too_many_redirects' } });
    await expect(open('/in')).rejects.toMatchObject({ code: 'download_failed' });
    expect(inner.seen).toHaveLength(0);
    expect(Object.keys(server.seen[0]?.headers ?? {}).sort()).toEqual([
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
  });

  test('to a server whose certificate nobody vouches for is refused, and the host named', async () => {
    const server = createSecureServer(await makeSelfSigned('IP:127.0.0.1'), (socket) => {
      socket.end('HTTP/1.1 200 OK\r\n\r\nsecret');
    });
    server.on('tlsClientError', () => undefined);
    const origin = `https://127.0.0.1:${String(await listen(server))}`;
    await expect(
      engine.fetch({ url: `${origin}/x`, trustedOrigin: origin }, {}, signal),
    ).rejects.toMatchObject({
      code: 'service_unreachable',
      details: { host: new URL(origin).host, reason: 'DEPTH_ZERO_SELF_SIGNED_CERT', outcome: 'not_sent' },
    });
  });
});

test('a file is hashed beside everything else, with its progress, until it is not wanted', async () => {
  const path = join(await makeFolder(), 'file');
  const content = Buffer.alloc(10_000_000, 'x1');
  await writeFile(path, content);
  expect(await engine.hashFile(path, signal)).toBe(createHash('sha256').update(content).digest('hex'));
  await expect(engine.hashFile(`${path}.not`, signal)).rejects.toMatchObject({ code: 'file_unreadable' });
  const stopper = new AbortController();
  const endless = join(await makeFolder(), 'endless');
  await makeSparseFile(endless, 2 ** 40);
  const hashing = engine.hashFile(endless, stopper.signal, (hashedBytes) => {
    if (hashedBytes > 0) stopper.abort(cancelledByUser);
  });
  await expect(hashing).rejects.toBe(cancelledByUser);
});

test.for(Object.entries(oddFiles))('Hashes nothing in the place of %s', async ([, make]) => {
  const path = join(await makeFolder(), 'file');
  await make(path);
  await expect(engine.hashFile(path, signal)).rejects.toMatchObject({ code: 'file_unreadable' });
});

test('a thread that dies fails its tasks for now, and the next task gets a new one', async () => {
  const mortal = join(await makeFolder(), 'mortal.mjs');
  await writeFile(
    mortal,
    `import { existsSync, writeFileSync } from 'node:fs';
     import { parentPort } from 'node:worker_threads';
     parentPort.on('message', ({ taskId }) => {
       if (existsSync('${mortal}.died')) parentPort.postMessage({ kind: 'answered', taskId, status: 204, headers: {} });
       else { writeFileSync('${mortal}.died', ''); process.exit(1); }
     });`,
  );
  const other = new TransferEngine({ clock, log, transferWorkerUrl: new URL(`file://${mortal}`) });
  onTestFinished(() => other.dispose());
  const target = { url: 'https://example.com/', trustedOrigin: 'https://example.com' };
  await expect(other.fetch(target, {}, signal)).rejects.toMatchObject({
    code: 'download_failed',
    details: { reason: 'interrupted' },
  });
  expect((await other.fetch(target, {}, signal)).status).toBe(204);
  const missing = new TransferEngine({ clock, log, transferWorkerUrl: new URL(`file://${mortal}.not`) });
  await expect(missing.fetch(target, {}, signal)).rejects.toMatchObject({
    details: { reason: 'interrupted' },
  });
  await until(() => log.lines.some(({ level }) => level === 'error'));
});

test.skipIf(process.platform === 'win32')('a thread ends for the app although a drive holds it', async () => {
  const pipe = join(await makeFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const script = `import { open } from 'node:fs'; import { parentPort } from 'node:worker_threads';
    open(${JSON.stringify(pipe)}, 'r', () => undefined);
    parentPort.on('message', (command) => parentPort.postMessage(command));`;
  const timer = new TurnedClock();
  const url = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
  const host = new ThreadHost<{ taskId: number }, { taskId: number }>({ log, timer, url: () => url });
  const begun = Promise.withResolvers<unknown>();
  const taskId = host.enlist({ onReport: begun.resolve, onDeath: () => undefined });
  host.send({ taskId });
  await begun.promise;
  let hasEnded = false;
  const ended = host.dispose().then(() => (hasEnded = true));
  await timer.advance(5_000);
  const wasInTime = hasEnded;
  // A writer lets the thread go.
  await (await open(pipe, 'r+')).close();
  await ended;
  expect(wasInTime).toBe(true);
});
