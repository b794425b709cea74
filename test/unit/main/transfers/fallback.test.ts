import { expect, test } from 'vitest';
import {
  content,
  download,
  expectWhole,
  rangeStart,
  sendFrom,
} from '../../../fakes/features/download-fixture.ts';
import type { KeptLog } from '../../../fakes/main-fixture.ts';
import type { Answer } from '../../../fakes/test-server.ts';

const chunkBytes = 2_000_000;
const longExtension = `;${'x'.repeat(6_000)}`;

/** Sends the content in chunks from the requested byte on. The second chunk's extension exceeds the app's limit. */
const sendLongLines: Answer = (request, response) => {
  const start = rangeStart(request);
  const total = String(content.length);
  const range = `content-range: bytes ${String(start)}-${String(content.length - 1)}/${total}\r\n`;
  const status = start > 0 ? `206 Partial Content\r\n${range}` : '200 OK\r\n';
  const { socket } = response;
  socket?.write(`HTTP/1.1 ${status}etag: "a"\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n`);
  for (let from = start; from < content.length; from += chunkBytes) {
    const piece = content.subarray(from, from + chunkBytes);
    socket?.write(`${piece.length.toString(16)}${from === start + chunkBytes ? longExtension : ''}\r\n`);
    socket?.write(piece);
    socket?.write('\r\n');
  }
  socket?.end('0\r\n\r\n');
};

function sendRaw(bytes: string): Answer {
  return (_request, response) => response.socket?.end(bytes);
}

/** Returns the facts of each fallback to Node's HTTP client in this log. */
function fallbacksIn(log: KeptLog): unknown[] {
  return log.lines.filter(({ message }) => message.includes('HTTP client of Node')).map(({ facts }) => facts);
}

test('a legal response beyond our limits is read by Node, from where it was, and counted in the log', async () => {
  const whole = await download({ answer: sendLongLines, expectedBytes: content.length });
  await expectWhole(whole);
  const { server, log } = whole;
  const [first, second = 0] = server.seen.map(rangeStart);
  expect(first).toBe(0);
  expect(second).toBeGreaterThan(0);
  expect(second).toBeLessThanOrEqual(chunkBytes);
  expect(server.seen[1]?.headers).toMatchObject({ 'if-range': '"a"', 'accept-encoding': 'identity' });
  expect(Object.keys(server.seen[1]?.headers ?? {}).sort()).toEqual([
    'accept-encoding',
    'connection',
    'host',
    'if-range',
    'range',
    'user-agent',
  ]);
  expect(fallbacksIn(log)).toMatchObject([{ host: new URL(server.url).host, count: 1 }]);
});

test('a response that Node refuses too ends the download, which falls back once only', async () => {
  const trailer = 'a: b\r\n'.repeat(20_000);
  const { size, server, log } = await download({
    answer: sendRaw(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n${trailer}\r\n`),
  });
  await expect(size).rejects.toMatchObject({ code: 'download_failed', details: { reason: 'malformed' } });
  expect(server.seen).toHaveLength(2);
  expect(fallbacksIn(log)).toHaveLength(1);
});

test.each([
  ['malformed', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx', 'malformed'],
  ['encoded', 'HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n', 'malformed'],
  [
    'a redirect into a private network',
    'HTTP/1.1 302 Found\r\nlocation: https://10.0.0.1/\r\n\r\n',
    'private_address',
  ],
  [
    'a redirect without encryption',
    'HTTP/1.1 302 Found\r\nlocation: http://example.com/\r\n\r\n',
    'not_encrypted',
  ],
  ['of another length', 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabc', undefined],
])('a response that is %s is refused, and nobody else is asked to read it', async (_name, bytes, reason) => {
  const { size, server, log } = await download({ answer: sendRaw(bytes), expectedBytes: 5 });
  await expect(size).rejects.toMatchObject(
    reason === undefined ? { code: 'download_incomplete' } : { details: { reason } },
  );
  expect(server.seen).toHaveLength(1);
  expect(fallbacksIn(log)).toEqual([]);
});

test.each([
  [
    'leads into a private network',
    (start: number) => `302 Found\r\nlocation: https://10.0.0.1/${String(start)}`,
  ],
  ['leads to another port', () => '307 Temporary Redirect\r\nlocation: http://127.0.0.1:9/'],
])('a body that Node reads and %s is refused as before', async (_name, head) => {
  const { size, server } = await download({
    answer: (request, response) => {
      if (rangeStart(request) === 0) return sendLongLines(request, response);
      return response.socket?.end(`HTTP/1.1 ${head(rangeStart(request))}\r\n\r\n`);
    },
    expectedBytes: content.length,
  });
  await expect(size).rejects.toMatchObject({ code: 'download_failed' });
  expect(server.seen).toHaveLength(2);
});

test('a body that Node reads beyond its announced length is refused', async () => {
  let asked = 0;
  const { size } = await download({
    answer: (request, response) => {
      asked += 1;
      if (asked === 1) return sendLongLines(request, response);
      return sendFrom({ ...request, headers: {} }, response, Buffer.concat([content, Buffer.from('more')]));
    },
    expectedBytes: content.length,
  });
  await expect(size).rejects.toMatchObject({ code: 'download_incomplete' });
});
