import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const prefix = 'dailies-media-';

/**
 * Makes a folder for scratch files that carries the number of this process, and removes those that processes left
 * behind which ended without being able to.
 *
 * @param root on the volume that has room for them
 */
export async function createScratchFolder(root: string): Promise<string> {
  const names = await readdir(root);
  const abandoned = names.filter((name) => name.startsWith(prefix) && !isRunning(name.split('-')[2] ?? ''));
  await Promise.allSettled(abandoned.map((name) => rm(join(root, name), { recursive: true, force: true })));
  return mkdtemp(join(root, `${prefix}${process.pid}-`));
}

function isRunning(processId: string): boolean {
  if (!/^\d+$/u.test(processId)) return false;
  try {
    return process.kill(Number(processId), 0);
  } catch (error) {
    // A process of somebody else runs, though it may not be asked.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
