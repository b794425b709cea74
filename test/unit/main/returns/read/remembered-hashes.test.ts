import { readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256Of } from '../../../../../src-main/foundation/files/sha256-of.ts';
import { rememberHashes } from '../../../../../src-main/returns/read/remembered-hashes.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { makeSparseFile } from '../../../../fakes/odd-files.ts';
import { TurnedClock } from '../../../../fakes/turned-clock.ts';

test('a file is hashed once while it is as it was, and again when it changed or could not be read', async () => {
  const path = join(await makeFolder('hashes'), 'b.png');
  await writeFile(path, 'as delivered');
  const read: string[] = [];
  const failing = { error: new Error('the drive hangs') as Error | null };
  const hashFile = rememberHashes(async (one) => {
    if (failing.error) throw failing.error;
    const bytes = await readFile(one);
    read.push(bytes.toString());
    return sha256Of(bytes);
  });
  await expect(hashFile(path)).rejects.toThrow('the drive hangs');
  failing.error = null;
  const first = await hashFile(path);
  const second = await hashFile(path);
  expect([first, second]).toEqual([sha256Of(Buffer.from('as delivered')), first]);
  await writeFile(path, 'retouched, t');
  await utimes(path, 1, 1);
  expect(await hashFile(path)).toBe(sha256Of(Buffer.from('retouched, t')));
  expect(read).toEqual(['as delivered', 'retouched, t']);
});

test.for([
  ['an empty file', 0, 60],
  ['a file of 2 GB', 2_000_000_000, 160],
  ['a file of 1 TB without content', 1024 ** 4, 600],
] as const)('Stops hashing %s in time', async ([, sizeBytes, seconds]) => {
  const path = join(await makeFolder('hashes'), 'b.mov');
  await makeSparseFile(path, sizeBytes);
  const timer = new TurnedClock();
  const begun = Promise.withResolvers<AbortSignal>();
  const hashFile = rememberHashes((_, signal) => {
    begun.resolve(signal);
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        reject(signal.reason as Error);
      });
    });
  }, timer);
  const end = expect(hashFile(path)).rejects.toMatchObject({ details: { reason: 'too_slow' } });
  const signal = await begun.promise;
  await timer.advance(seconds * 1000 - 1);
  expect(signal.aborted).toBe(false);
  await timer.advance(1);
  await end;
});
