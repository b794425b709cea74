import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { defaultBundleLimits } from '../../../../../../src-main/transfers/bundle/bundle-limits.ts';
import { inspectBundle } from '../../../../../../src-main/transfers/bundle/inspect-bundle.ts';
import { UnpackBoard } from '../../../../../../src-main/transfers/bundle/unpack/unpack-board.ts';
import { unpackEntries } from '../../../../../../src-main/transfers/bundle/unpack/unpack-entries.ts';
import type { UnpackReport } from '../../../../../../src-main/transfers/bundle/unpack/unpack-order.ts';
import { rawZip, type RawEntry } from '../../../../../fakes/bundles/raw-zip.ts';
import { makeTemporaryFolder } from '../../../../../fakes/temporary-folder.ts';

const mebibyte = 1024 ** 2;

async function makeOrder(entries: readonly RawEntry[]) {
  const zipPath = join(await makeTemporaryFolder(), 'bundle.zip');
  await writeFile(zipPath, rawZip(entries));
  const listing = await inspectBundle(zipPath, defaultBundleLimits);
  onTestFinished(() => listing.close());
  const board = UnpackBoard.create(entries.length);
  const targetFolder = await makeTemporaryFolder();
  const order = {
    bundleDescriptor: listing.bundleFile.fd,
    targetFolder,
    entries: listing.entries,
    boardMemory: board.memory,
  };
  return { order, board, targetFolder };
}

const clip: RawEntry = { name: 'a.mov', content: Buffer.alloc(8 * mebibyte, 1) };

test.each([
  ['stored', clip],
  ['deflated', { ...clip, deflate: true }],
])('a thread whose work is not wanted any more stops before its next piece: %s', async (_, entry) => {
  const { order, board } = await makeOrder([entry]);
  const reports: UnpackReport[] = [];
  await unpackEntries(order, (report) => {
    reports.push(report);
    board.cancel();
  });
  expect(reports.at(-1)).toEqual({ kind: 'stopped' });
  expect(board.bytesDone).toBe(mebibyte / 4);
});

test('a thread that meets a fault stops the others and says which file it was', async () => {
  const { order, board } = await makeOrder([{ name: 'a.txt', content: 'x', both: { crc: 1 } }, clip]);
  const reports: UnpackReport[] = [];
  await unpackEntries(order, (report) => reports.push(report));
  expect(reports.at(-1)).toEqual({
    kind: 'failed',
    fault: { kind: 'content', relativePath: 'a.txt', violation: { rule: 'checksum-mismatch' } },
  });
  expect(board.isCancelled).toBe(true);
  expect([board.wasCreated(0), board.wasCreated(1)]).toEqual([true, false]);
});

test('two threads share the entries without doing any of them twice', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `${String(index)}.txt`);
  const { order, board, targetFolder } = await makeOrder(names.map((name) => ({ name, content: name })));
  const indexes: number[] = [];
  const collect = (report: UnpackReport): void => {
    if (report.kind === 'hashed') indexes.push(...report.hashes.map(({ index }) => index));
  };
  await Promise.all([unpackEntries(order, collect), unpackEntries(order, collect)]);
  expect(indexes.sort((a, b) => a - b)).toEqual(names.map((_, index) => index));
  expect(await readdir(targetFolder)).toHaveLength(40);
  expect(board.bytesDone).toBe(names.join('').length);
});

test('a thread hashes what it has unpacked, tells of a file that is gone, and stops on command', async () => {
  const names = ['a.txt', 'b.txt'];
  const { order, targetFolder } = await makeOrder(names.map((name) => ({ name, content: name })));
  const reports: UnpackReport[] = [];
  await unpackEntries(order, (report) => {
    if (report.kind === 'unpacked') rmSync(join(targetFolder, 'b.txt'));
    if (report.kind !== 'progress') reports.push(report);
  });
  expect(reports).toEqual([
    { kind: 'unpacked' },
    {
      kind: 'hashed',
      hashes: [
        { index: 0, sha256: createHash('sha256').update('a.txt').digest('hex') },
        { index: 1, sha256: null },
      ],
    },
    { kind: 'finished' },
  ]);
  const again = await makeOrder([clip]);
  const heard: string[] = [];
  await unpackEntries(again.order, ({ kind }) => {
    if (kind === 'unpacked') again.board.cancel();
    heard.push(kind);
  });
  expect(heard.slice(-2)).toEqual(['unpacked', 'stopped']);
});
