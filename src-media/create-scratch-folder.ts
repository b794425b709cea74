import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const prefix = 'dailies-media-';

/**
 * Creates a scratch folder named after this process. Removes scratch folders of processes that ended without cleaning
 * up.
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
    // EPERM means that the process runs but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
