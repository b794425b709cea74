import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import type { BundleEntry } from '../../../../../../src-main/transfers/bundle/bundle-listing.ts';
import { EntryWriter } from '../../../../../../src-main/transfers/bundle/unpack/entry-writer.ts';
import { makeTemporaryFolder } from '../../../../../fakes/temporary-folder.ts';

const content = Buffer.from('twelve bytes');

async function makeWriter(declared: Partial<BundleEntry> = {}) {
  const path = join(await makeTemporaryFolder(), 'a.mov');
  const descriptor = openSync(path, 'wx');
  onTestFinished(() => {
    closeSync(descriptor);
  });
  const entry: BundleEntry = {
    relativePath: 'media/a.mov',
    method: 'stored',
    dataOffset: 0,
    packedBytes: 12,
    sizeBytes: 12,
    crc32: crc32(content),
    ...declared,
  };
  return { writer: new EntryWriter(entry, descriptor), read: () => readFileSync(path, 'utf8') };
}

test('content in pieces is written in order and as declared as a whole', async () => {
  const { writer, read } = await makeWriter();
  for (const piece of [content.subarray(0, 5), content.subarray(5, 5), content.subarray(5)])
    writer.write(piece);
  writer.finish();
  expect(read()).toBe('twelve bytes');
});

test('not a byte beyond the declared size reaches the disk', async () => {
  const { writer, read } = await makeWriter({ sizeBytes: 9 });
  writer.write(content.subarray(0, 7));
  expect(() => {
    writer.write(content.subarray(7));
  }).toThrow(
    expect.objectContaining({ fault: expect.objectContaining({ violation: { rule: 'size-mismatch' } }) }),
  );
  expect(read()).toBe('twelve ');
});

test.each([
  ['size-mismatch', { sizeBytes: 13 }],
  ['checksum-mismatch', { crc32: 1 }],
] as const)('an end that is a %s is a fault of the content', async (rule, declared) => {
  const { writer } = await makeWriter(declared);
  writer.write(content);
  expect(() => {
    writer.finish();
  }).toThrow(
    expect.objectContaining({ fault: { kind: 'content', relativePath: 'media/a.mov', violation: { rule } } }),
  );
});
