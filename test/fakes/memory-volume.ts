import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { open, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Mounts an in-memory volume on a folder, which it creates if necessary. Returns a function that unmounts it.
 * @param options as for `mount -o`, for example `size=1m,ro`
 */
export function mountMemoryVolume(folder: string, options: string): () => void {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'pipe' });
  return () => void spawnSync('umount', ['-l', folder]);
}

/** Grows a file `ballast` in the folder until only `leftBytes` are free; 0 leaves nothing. */
export async function fillVolume(folder: string, leftBytes = 0): Promise<void> {
  const ballast = await open(join(folder, 'ballast'), 'a');
  try {
    for (;;) {
      const { bavail, bsize } = await statfs(folder);
      const room = bavail * bsize - leftBytes;
      if (room <= 0) return;
      await ballast.write(Buffer.alloc(Math.min(room, 1024 ** 2)));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await ballast.close();
  }
}

/** True if this process may mount. Tries it, because root in a container often may not. */
export const canMount = mayMount();

function mayMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), 'dailies-mount-'));
  try {
    mountMemoryVolume(folder, 'size=64k')();
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(folder);
  }
}
