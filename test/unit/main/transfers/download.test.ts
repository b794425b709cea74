import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cancelledByUser } from '../../../../src-main/foundation/wait.ts';
import { createSystemClock } from '../../../../src-main/hosts/node/system-clock.ts';
import { TransferEngine } from '../../../../src-main/transfers/engine/transfer-engine.ts';
import {
  content,
  cutAfter,
  download,
  expectWhole,
  rangeStart,
  sendFrom,
} from '../../../fakes/features/download-fixture.ts';
import { KeptLog, makeFolder } from '../../../fakes/main-fixture.ts';
import { canMount, mountMemoryVolume } from '../../../fakes/memory-volume.ts';
import type { SeenRequest } from '../../../fakes/test-server.ts';
import { settle, TurnedClock, until } from '../../../fakes/turned-clock.ts';

test('a file arrives whole, with its progress and without compression', async () => {
  const result = await download({ answer: sendFrom, expectedBytes: content.length });
  await expectWhole(result);
  expect(result.reported.at(-1)).toMatchObject({ receivedBytes: content.length, totalBytes: content.length });
  expect(result.server.seen[0]?.headers['accept-encoding']).toBe('identity');
});

test('a file without an announced length arrives whole', async () => {
  const result = await download({
    answer: (_request, response) => {
      response.write(content.subarray(0, 10));
      response.end(content.subarray(10));
    },
  });
  await expectWhole(result);
});

test('an empty file arrives', async () => {
  const { size, targetPath } = await download({ answer: (_request, response) => response.end() });
  expect(await size).toBe(0);
  expect(await readFile(targetPath)).toHaveLength(0);
});

describe('a connection that is cut', () => {
  test('continues where it was when the file is the same', async () => {
    let cuts = 0;
    const result = await download({
      answer: (request, response) => {
        cuts += 1;
        if (cuts === 1) cutAfter(response, 1_500_000);
        else sendFrom(request, response);
      },
    });
    await expectWhole(result);
    const second = result.server.seen[1];
    expect(second?.headers['if-range']).toBe('"a"');
    expect(Number(/\d+/.exec(second?.headers.range ?? '')?.[0])).toBeGreaterThan(0);
  });

  test('starts over when the file changed meanwhile', async () => {
    let requests = 0;
    const result = await download({
      answer: (request, response) => {
        requests += 1;
        if (requests > 1) return sendFrom(request, response, content, '"b"');
        response.writeHead(200, { 'content-length': content.length, etag: '"a"' });
        response.write(Buffer.alloc(2_000_000, 0xff), () => response.socket?.destroySoon());
      },
    });
    await expectWhole(result);
  });

  test('leaves nothing of a longer file that was there before', async () => {
    let requests = 0;
    const { size, targetPath } = await download({
      answer: (request, response) => {
        requests += 1;
        if (requests === 1) cutAfter(response, 3_000_000);
        else sendFrom(request, response, content.subarray(0, 1_000_000), '"b"');
      },
    });
    expect(await size).toBe(1_000_000);
    expect((await readFile(targetPath)).equals(content.subarray(0, 1_000_000))).toBe(true);
  });

  test.each([
    ['has no validator', {}],
    ['has only a weak one', { etag: 'W/"a"' }],
  ])('starts over when the file %s', async (_name, headers: Record<string, string>) => {
    let cuts = 0;
    const result = await download({
      answer: (request, response) => {
        cuts += 1;
        if (cuts === 1) cutAfter(response, 1_500_000, headers);
        else sendFrom(request, response);
      },
    });
    await expectWhole(result);
    expect(result.server.seen[1]?.headers.range).toBeUndefined();
  });

  test.each([
    ['another part than was asked for', 206, 'bytes 0-99/5000000'],
    ['a part of another total', 206, 'bytes 1500000-4999998/4999999'],
    ['that there is no such part', 416, 'bytes */5000000'],
  ])('starts over when the storage answers %s', async (_name, status, contentRange) => {
    let requests = 0;
    const result = await download({
      answer: (request, response) => {
        requests += 1;
        if (requests === 1) return cutAfter(response, 1_500_000);
        if (requests > 2) return sendFrom(request, response);
        response.writeHead(status, { 'content-range': contentRange, etag: '"a"' });
        response.end(Buffer.alloc(100));
      },
    });
    await expectWhole(result);
    expect(result.server.seen).toHaveLength(3);
  });

  test('and goes back and forth without headway is given up', async () => {
    const { size, server } = await download({
      answer: (request, response) => {
        if (rangeStart(request) === 0) cutAfter(response, 1_500_000);
        else response.writeHead(416).end();
      },
    });
    await expect(size).rejects.toMatchObject({ code: 'download_failed' });
    expect(server.seen.length).toBeLessThan(20);
  });

  test('every time is given up after five tries without headway, as a network that is gone', async () => {
    const { size, server } = await download({
      answer: (_request, response) => {
        response.destroy();
      },
    });
    await expect(size).rejects.toMatchObject({ code: 'service_unreachable' });
    expect(server.seen).toHaveLength(5);
  });
});

describe('a link that expired', () => {
  test.each([401, 403, 404, 410])('is signed again once after %i', async (status) => {
    let renewals = 0;
    const result = await download({
      answer: (request, response) => {
        if (request.url.includes('signature=2')) sendFrom(request, response);
        else response.writeHead(status).end();
      },
      renewUrl: () => {
        renewals += 1;
        return Promise.resolve(result.server.url + '/file?signature=2');
      },
    });
    await expectWhole(result);
    expect(renewals).toBe(1);
  });

  test('and is refused again ends with an error', async () => {
    const result = await download({
      answer: (_request, response) => response.writeHead(403).end(),
      renewUrl: () => Promise.resolve(`${result.server.url}/file`),
    });
    await expect(result.size).rejects.toMatchObject({
      code: 'download_failed',
      details: { reason: 'refused', status: 403 },
    });
    expect(result.server.seen).toHaveLength(2);
  });

  test.each([
    ['much', 1_500_000],
    ['too little to be reported', 100],
  ])('is signed again as often as it expires, as long as there is headway, %s', async (_, brought) => {
    let signatures = 1;
    let isFresh = true;
    const result = await download({
      answer: (request, response) => {
        if (!isFresh) return response.writeHead(403).end();
        isFresh = false;
        if (signatures === 1) return cutAfter(response, brought);
        if (signatures > 2) return sendFrom(request, response);
        const start = rangeStart(request);
        const range = `bytes ${String(start)}-${String(content.length - 1)}/${String(content.length)}`;
        response.writeHead(206, { etag: '"a"', 'content-range': range });
        return response.write(content.subarray(start, start + brought), () => response.socket?.destroySoon());
      },
      renewUrl: () => {
        signatures += 1;
        isFresh = true;
        return Promise.resolve(`${result.server.url}/file?signature=${String(signatures)}`);
      },
    });
    await expectWhole(result);
    expect(signatures).toBe(3);
  });

  test('in the middle of a transfer goes on from where it was', async () => {
    let requests = 0;
    const result = await download({
      answer: (request, response) => {
        requests += 1;
        if (requests === 1) cutAfter(response, 2_000_000);
        else if (requests === 2) response.writeHead(403).end();
        else sendFrom(request, response);
      },
      renewUrl: () => Promise.resolve(`${result.server.url}/fresh`),
    });
    await expectWhole(result);
    expect(rangeStart(result.server.seen[2] as SeenRequest)).toBeGreaterThan(0);
  });
});

describe('a storage that lies about the length', () => {
  test('by announcing another than the service did is refused at once', async () => {
    const { size, server } = await download({ answer: sendFrom, expectedBytes: content.length + 1 });
    await expect(size).rejects.toMatchObject({ code: 'download_incomplete' });
    expect(server.seen).toHaveLength(1);
  });

  test('by sending more than the service announced is refused', async () => {
    const { size } = await download({
      answer: (_request, response) => response.end(content),
      expectedBytes: 1_000_000,
    });
    await expect(size).rejects.toMatchObject({ code: 'download_incomplete' });
  });

  test('by sending less than the service announced is never taken for whole', async () => {
    const { size } = await download({
      answer: (_request, response) => {
        response.write(content.subarray(0, 100));
        response.end();
      },
      expectedBytes: content.length,
    });
    await expect(size).rejects.toMatchObject({ code: 'download_failed', details: { reason: 'cut_off' } });
  });
});

test('compressed bytes nobody asked for are refused', async () => {
  const { size } = await download({
    answer: (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(content);
    },
  });
  await expect(size).rejects.toMatchObject({
    code: 'download_failed',
    message: expect.stringContaining('packed as gzip') as string,
    details: { reason: 'packed', encoding: 'gzip' },
  });
});

/** Lets time pass until the whole file has been received. */
async function passUntilReceived(clock: TurnedClock, size: Promise<unknown>): Promise<void> {
  let isDone = false;
  void size.then(() => {
    isDone = true;
  });
  await until(async () => {
    await clock.advance(1_000);
    return isDone;
  });
}

test('a transfer that stalls is noticed and continued', async () => {
  const clock = new TurnedClock();
  let requests = 0;
  const result = await download({
    clock,
    answer: (request, response) => {
      requests += 1;
      if (requests > 1) return sendFrom(request, response);
      response.writeHead(200, { 'content-length': content.length, etag: '"a"' });
      response.write(content.subarray(0, 1_000_000));
    },
  });
  await until(() => (result.reported.at(-1)?.receivedBytes ?? 0) >= 1_000_000);
  await clock.advance(30_000);
  expect(result.server.seen).toHaveLength(1);
  await clock.advance(30_000);
  await passUntilReceived(clock, result.size);
  await expectWhole(result);
  expect(rangeStart(result.server.seen[1] as SeenRequest)).toBeGreaterThanOrEqual(1_000_000);
});

test('bytes that a hanging drive had taken are kept when it responds again', async () => {
  const clock = new TurnedClock();
  const flag = join(await makeFolder('flags'), 'hangs');
  const transferWorkerUrl = new URL('../../../fakes/programs/hanging-transfer-worker.ts', import.meta.url);
  transferWorkerUrl.searchParams.set('while', flag);
  const engine = new TransferEngine({ clock: createSystemClock(), log: new KeptLog(), transferWorkerUrl });
  onTestFinished(() => engine.dispose());
  const result = await download({
    clock,
    engine,
    answer: (request, response) => {
      if (request.headers.range !== undefined) return sendFrom(request, response);
      response.writeHead(200, { 'content-length': content.length, etag: '"a"' });
      response.write(content.subarray(0, 1_000_000));
      void until(() => existsSync(flag)).then(() => response.write(content.subarray(1_000_000, 3_000_000)));
    },
  });
  await until(() => (result.reported.at(-1)?.receivedBytes ?? 0) >= 1_000_000);
  await writeFile(flag, '');
  // Two checks of the progress, and the wait for a stopped thread.
  for (const ms of [30_000, 30_000, 10_000, 60_000]) await clock.advance(ms);
  await rm(flag);
  await passUntilReceived(clock, result.size);
  await expectWhole(result);
  expect(result.server.seen).toHaveLength(2);
  expect(rangeStart(result.server.seen[1] as SeenRequest)).toBeGreaterThanOrEqual(1_000_000);
});

test('a transfer that is cancelled ends at once', async () => {
  const stopper = new AbortController();
  const { size } = await download({
    signal: stopper.signal,
    answer: (_request, response) => {
      response.writeHead(200, { 'content-length': content.length });
      response.write(content.subarray(0, 100));
      setImmediate(() => {
        stopper.abort(cancelledByUser);
      });
    },
  });
  await expect(size).rejects.toBe(cancelledByUser);
  await settle();
});

test('a folder that is gone is reported as one', async () => {
  const { size } = await download({ answer: sendFrom, folder: join(await makeFolder(), 'gone') });
  await expect(size).rejects.toMatchObject({ code: 'delivery_folder_missing' });
});

describe.skipIf(!canMount)('on a small volume', () => {
  async function smallVolume(size: string): Promise<string> {
    const folder = join(await makeFolder(), 'volume');
    onTestFinished(mountMemoryVolume(folder, `size=${size}`));
    return folder;
  }

  test('a file that cannot fit is refused before the first byte', async () => {
    const { size, server } = await download({
      answer: sendFrom,
      expectedBytes: content.length,
      folder: await smallVolume('1M'),
    });
    await expect(size).rejects.toMatchObject({ code: 'disk_full' });
    expect(server.seen).toHaveLength(0);
  });

  test('a file of unknown length that fills it ends as disk full', async () => {
    const { size } = await download({
      answer: (_request, response) => {
        response.write(content);
        response.end();
      },
      folder: await smallVolume('2M'),
    });
    await expect(size).rejects.toMatchObject({ code: 'disk_full', details: { reason: 'ENOSPC' } });
  });
});
