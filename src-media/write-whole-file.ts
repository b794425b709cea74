import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file that becomes visible only when complete. Failure or cancellation leaves nothing behind.
 *
 * @param write gets the path to write to, in the same folder and with the same extension; it must have finished when it
 * settles
 */
export async function writeWholeFile<Result>(
  path: string,
  write: (partPath: string) => Promise<Result>,
): Promise<Result> {
  const partPath = join(dirname(path), `.part-${randomBytes(6).toString('hex')}-${basename(path)}`);
  try {
    const result = await write(partPath);
    await flush(partPath, 'r+');
    await rename(partPath, path);
    await flushFolder(dirname(path));
    return result;
  } catch (error) {
    await rm(partPath, { force: true });
    throw error;
  }
}

async function flush(path: string, flags: 'r' | 'r+'): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Flushes a folder. Windows cannot flush one, and need not. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform !== 'win32') await flush(path, 'r');
}
