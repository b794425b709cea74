import { createHash } from 'node:crypto';
import { readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cancelledByUser } from '../../../../src-main/foundation/wait.ts';
import {
  content,
  download,
  expectWhole,
  rangeStart,
  sendFrom,
} from '../../../fakes/features/download-fixture.ts';
import { makeFolder } from '../../../fakes/main-fixture.ts';
import { TurnedClock, until } from '../../../fakes/turned-clock.ts';

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

describe('a part of an earlier attempt', () => {
  const checkpoint = { receivedBytes: 2_000_000, validator: '"a"', totalBytes: content.length };
  /** Longer than the checkpoint claims, as after a crash. The bytes beyond the checkpoint are not reliable. */
  const part = Buffer.concat([content.subarray(0, 2_000_000), Buffer.alloc(500_000, 0xff)]);

  test('is continued from what was on the disk for certain, and hashed as a whole', async () => {
    const result = await download({ answer: sendFrom, part, resume: checkpoint, wantsHash: true });
    await expectWhole(result);
    expect((await result.file).sha256).toBe(sha256Of(content));
    expect(result.server.seen.map(rangeStart)).toEqual([2_000_000]);
  });

  test('is thrown away when the file changed meanwhile, and the journal records that before', async () => {
    const result = await download({
      answer: (request, response) => sendFrom(request, response, content, '"b"'),
      part: Buffer.alloc(2_000_000, 0xff),
      resume: checkpoint,
      wantsHash: true,
    });
    await expectWhole(result);
    expect((await result.file).sha256).toBe(sha256Of(content));
    expect(result.checkpoints[0]).toEqual({ receivedBytes: 0, validator: null, totalBytes: null });
  });

  test.each([
    ['is shorter than was claimed', part.subarray(0, 1_000_000), checkpoint],
    ['cannot be proven to be the same file', part, { ...checkpoint, validator: null }],
    ['is of a file of unknown length', part, { ...checkpoint, totalBytes: null }],
    ['is of a file of another length', part, { ...checkpoint, totalBytes: content.length + 1 }],
  ])('that %s is not continued', async (_name, bytes, resume) => {
    const result = await download({ answer: sendFrom, part: bytes, resume, expectedBytes: content.length });
    await expectWhole(result);
    expect(result.server.seen.map(({ headers }) => headers.range)).toEqual([undefined]);
    expect(result.checkpoints[0]?.receivedBytes).toBe(0);
  });

  test('that is gone is fetched again', async () => {
    const result = await download({ answer: sendFrom, resume: checkpoint });
    await expectWhole(result);
  });

  test('that is whole is not asked for again', async () => {
    const resume = { ...checkpoint, receivedBytes: content.length, validator: null };
    const result = await download({ answer: sendFrom, part: content, resume, wantsHash: true });
    await expectWhole(result);
    expect((await result.file).sha256).toBe(sha256Of(content));
    expect(result.server.seen).toHaveLength(0);
  });

  test('that the journal does not know is not touched', async () => {
    const { size, targetPath } = await download({ answer: sendFrom, part: Buffer.from('mine') });
    await expect(size).rejects.toThrow('EEXIST');
    expect(await readFile(targetPath, 'utf8')).toBe('mine');
  });

  test('is not looked for behind a link', async () => {
    const folder = await makeFolder();
    const elsewhere = join(folder, 'elsewhere');
    await writeFile(elsewhere, part);
    await symlink(elsewhere, join(folder, 'file'));
    const { size } = await download({ answer: sendFrom, folder, resume: checkpoint });
    await expect(size).rejects.toThrow();
    expect((await readFile(elsewhere)).equals(part)).toBe(true);
  });

  test('is readable for nobody else', async () => {
    const { size, targetPath } = await download({ answer: sendFrom });
    await size;
    expect((await stat(targetPath)).mode & 0o777).toBe(0o600);
  });
});

test('a download that is stopped says how much is on the disk', async () => {
  const stopper = new AbortController();
  const { size, checkpoints, targetPath } = await download({
    signal: stopper.signal,
    answer: (_request, response) => {
      response.writeHead(200, { 'content-length': content.length, etag: '"a"' });
      response.write(content.subarray(0, 3_000_000));
      setTimeout(() => {
        stopper.abort(cancelledByUser);
      }, 300);
    },
  });
  await expect(size).rejects.toBe(cancelledByUser);
  const last = checkpoints.at(-1);
  expect(last).toEqual({ receivedBytes: 3_000_000, validator: '"a"', totalBytes: content.length });
  expect((await readFile(targetPath)).equals(content.subarray(0, 3_000_000))).toBe(true);
});

describe('a checksum', () => {
  test('that was announced is held against the file, whatever its case', async () => {
    const expectedSha256 = sha256Of(content).toUpperCase();
    const result = await download({ answer: sendFrom, expectedSha256 });
    await expectWhole(result);
  });

  test('that is wrong once is fetched again, and twice refused', async () => {
    const other = Buffer.from(content);
    other[4_000_000] = (other[4_000_000] ?? 0) ^ 1;
    let requests = 0;
    const mended = await download({
      answer: (request, response) => {
        requests += 1;
        sendFrom(request, response, requests === 1 ? other : content);
      },
      expectedSha256: sha256Of(content),
    });
    await expectWhole(mended);
    expect(mended.server.seen.map(({ headers }) => headers.range)).toEqual([undefined, undefined]);
    const refused = await download({
      answer: (request, response) => sendFrom(request, response, other),
      expectedSha256: sha256Of(content),
    });
    await expect(refused.size).rejects.toMatchObject({
      code: 'download_failed',
      details: { reason: 'corrupted' },
    });
    expect(refused.server.seen).toHaveLength(2);
  });
});

test('no more than is allowed arrives, and waiting for more is no stall', async () => {
  const clock = new TurnedClock();
  let left = 64;
  let isHeld = false;
  const release = Promise.withResolvers<undefined>();
  const result = await download({
    clock,
    answer: sendFrom,
    allowance: () => {
      left -= 1;
      if (left > 0) return Promise.resolve();
      isHeld = true;
      return release.promise.then(() => undefined);
    },
  });
  await until(() => isHeld);
  await clock.advance(120_000);
  expect(result.server.seen).toHaveLength(1);
  expect(result.reported.at(-1)?.receivedBytes ?? 0).toBeLessThan(content.length);
  release.resolve(undefined);
  await expectWhole(result);
});
