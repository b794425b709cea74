import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { createSystemClock } from '../../src-main/hosts/node/system-clock.ts';
import { rangeStart, sendFrom } from '../fakes/features/download-fixture.ts';
import type { Answer, SeenRequest } from '../fakes/test-server.ts';
import { TurnedClock, until } from '../fakes/turned-clock.ts';
import { recordFault } from './support/fault-table.ts';
import { content, expectSame, startOverWire } from './support/wire-download.ts';

const part = 'B6 wire, downloads';
const half = content.length / 2;

test.each([0, 10, 50, 99])(
  'a connection reset at %d percent goes on from what has arrived',
  async (percent) => {
    recordFault({ part, fault: `reset at ${String(percent)} %` });
    const cutAfterBytes = Math.floor((content.length * percent) / 100);
    const download = await startOverWire({ faults: [{ cutAfterBytes }], expectedBytes: content.length });
    await expectSame(download);
    const starts = download.server.seen.map(rangeStart);
    expect(starts.at(-1)).toBeLessThanOrEqual(cutAfterBytes);
    // Both sides lose the bytes that were under way at the reset.
    if (percent > 0) expect(starts.at(-1)).toBeGreaterThan(0);
  },
);

test('a reset in any place of the head or the body is survived', async () => {
  const inHead = Array.from({ length: 24 }, (_, index) => 1 + index * 8);
  const inBody = Array.from({ length: 16 }, (_, index) => Math.floor((content.length / 16) * (index + 0.7)));
  const places = [...inHead, ...inBody, content.length + 10];
  recordFault({ part, fault: 'reset in any place', injected: places.length });
  for (const cutAfterBytes of places) await expectSame(await startOverWire({ faults: [{ cutAfterBytes }] }));
});

test('a wire that breaks again and again brings the file piece by piece', async () => {
  const download = await startOverWire({ fault: { cutAfterBytes: 90_000 } });
  await download.file.catch(() => undefined);
  const { connections } = download.proxy;
  recordFault({ part, fault: 'reset every 90 kB', injected: connections - 1 });
  await expectSame(download);
  expect(connections).toBeGreaterThan(content.length / 90_000);
  expect(connections).toBeLessThan(20);
});

test('bytes that come one by one are the same file', async () => {
  const small = content.subarray(0, 30_000);
  recordFault({ part, fault: 'slices of 1 byte', injected: small.length });
  const download = await startOverWire({
    answer: (request, response) => sendFrom(request, response, small),
    fault: { sliceBytes: 1 },
    clock: createSystemClock(),
  });
  await expectSame(download, small);
  expect(download.proxy.connections).toBe(1);
});

test('a connection that stays open and brings nothing is left after 30 s, and the rest fetched', async () => {
  recordFault({ part, fault: 'stall of 30 s' });
  const clock = new TurnedClock();
  const download = await startOverWire({ faults: [{ stallAfterBytes: half }], clock });
  await until(() => download.received() > half * 0.9);
  await clock.advance(30_000);
  expect(download.proxy.connections).toBe(1);
  let isOver = false;
  const over = download.file.finally(() => (isOver = true));
  await until(async () => {
    await clock.advance(1_000);
    return isOver;
  });
  await over;
  await expectSame(download);
  expect(rangeStart(download.server.seen[1] as SeenRequest)).toBeGreaterThan(half * 0.9);
});

test('connections that are refused before and in the middle are made again', async () => {
  recordFault({ part, fault: 'connection refused', injected: 5 });
  const refused = { isRefusing: true };
  const faults = [refused, refused, { cutAfterBytes: half }, refused, refused, refused];
  const download = await startOverWire({ faults });
  await expectSame(download);
  expect(download.proxy.connections).toBe(2);
});

/** Other content under another tag. */
const changed = Buffer.alloc(content.length);
changed.set(content.toReversed());

/** Answers with bytes that claim to be the rest of the content but are not. */
function sendRest(response: ServerResponse, start: number, headers: Record<string, string>): void {
  response.writeHead(206, {
    etag: '"a"',
    'content-range': `bytes ${String(start)}-${String(content.length - 1)}/${String(content.length)}`,
    ...headers,
  });
  response.end(Buffer.alloc(content.length - start, 0xee));
}

const oddities: [string, Answer, Buffer][] = [
  [
    'Range ignored',
    (_request, response) => sendFrom({ headers: {} } as SeenRequest, response, content),
    content,
  ],
  ['other ETag, in a 200', (request, response) => sendFrom(request, response, changed, '"b"'), changed],
  [
    'other ETag in a 206',
    (request, response) => {
      if (rangeStart(request) === 0) sendFrom(request, response, changed, '"b"');
      else sendRest(response, rangeStart(request), { etag: '"b"' });
    },
    changed,
  ],
  [
    'Content-Range from another byte',
    (request, response) => {
      const start = rangeStart(request);
      if (start === 0) sendFrom(request, response, content);
      else sendRest(response, start - 1, {});
    },
    content,
  ],
  [
    'Content-Range of another total',
    (request, response) => {
      const start = rangeStart(request);
      if (start === 0) sendFrom(request, response, content);
      else sendRest(response, start, { 'content-range': `bytes ${String(start)}-999999/1000001` });
    },
    content,
  ],
  [
    '206 without Content-Range',
    (request, response) => {
      const start = rangeStart(request);
      if (start === 0) sendFrom(request, response, content);
      else sendRest(response, start, { 'content-range': '' });
    },
    content,
  ],
  [
    '416',
    (request, response) => {
      if (rangeStart(request) === 0) sendFrom(request, response, content);
      else response.writeHead(416, { 'content-range': `bytes */${String(content.length)}` }).end();
    },
    content,
  ],
  [
    'the rest in gzip',
    (request, response) => {
      const start = rangeStart(request);
      if (start === 0) sendFrom(request, response, content);
      else sendRest(response, start, { 'content-encoding': 'gzip' });
    },
    content,
  ],
  [
    'a shorter file since',
    (request, response) => sendFrom(request, response, content.subarray(0, 1_000), '"c"'),
    content.subarray(0, 1_000),
  ],
];

test.each(oddities)(
  'received bytes are not joined to those of another file: %s',
  async (name, odd, expected) => {
    recordFault({ part, fault: `after a reset: ${name}` });
    let requests = 0;
    const download = await startOverWire({
      faults: [{ cutAfterBytes: half }],
      answer: (request, response) => {
        requests += 1;
        if (requests === 1) sendFrom(request, response, content);
        else odd(request, response);
      },
    });
    await expectSame(download, expected);
    expect(rangeStart(download.server.seen[1] as SeenRequest)).toBeGreaterThan(0);
  },
);

test.each([401, 403, 404, 410])(
  'a link that expires in the middle, refused with %d, is signed again and the rest fetched',
  async (status) => {
    recordFault({ part, fault: `link expired in the middle, ${String(status)}` });
    let isExpired = false;
    const download = await startOverWire({
      faults: [{ cutAfterBytes: half }],
      answer: (request, response) => {
        if (isExpired && request.url.endsWith('=1')) response.writeHead(status).end('expired');
        else sendFrom(request, response, content);
        isExpired = true;
      },
      renewUrl: (proxyUrl) => `${proxyUrl}/file?signature=2`,
    });
    await expectSame(download);
    expect(download.server.seen.map(({ url }) => url.at(-1))).toEqual(['1', '1', '2']);
    expect(rangeStart(download.server.seen[2] as SeenRequest)).toBeGreaterThan(0);
  },
);
