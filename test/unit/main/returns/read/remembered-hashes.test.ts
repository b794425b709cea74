import { readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256Of } from '../../../../../src-main/foundation/files/sha256-of.ts';
import { rememberHashes } from '../../../../../src-main/returns/read/remembered-hashes.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';

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
  const [first, second] = [await hashFile(path), await hashFile(path)];
  expect([first, second]).toEqual([sha256Of(Buffer.from('as delivered')), first]);
  await writeFile(path, 'retouched, t');
  await utimes(path, 1, 1);
  expect(await hashFile(path)).toBe(sha256Of(Buffer.from('retouched, t')));
  expect(read).toEqual(['as delivered', 'retouched, t']);
});
