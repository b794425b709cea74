import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cancelledByUser } from '../../../../src-main/concurrency/wait.ts';
import { hashFile } from '../../../../src-main/files/hash-file.ts';
import { makeFolder } from '../../../fakes/main-fixture.ts';

test('a file is told by its bytes, and not at all once that was called off', async () => {
  const path = join(await makeFolder(), 'file');
  await writeFile(path, 'abc');
  const sha256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(await hashFile(path, new AbortController().signal)).toBe(sha256);
  await expect(hashFile(path, AbortSignal.abort(cancelledByUser))).rejects.toBe(cancelledByUser);
});
