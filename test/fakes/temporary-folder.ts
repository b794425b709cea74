import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { atTestEnd } from '../support/at-test-end.ts';

/** Makes a folder and removes it at the end of the test. */
export async function makeTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dailies-service-'));
  atTestEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
