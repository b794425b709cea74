import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Log } from '../../platform.ts';
import { removeTree } from './remove-tree.ts';

const keepUnusedMs = 24 * 3_600_000;

/**
 * Removes the files in a folder of the app's own that nothing uses and that are older than a day; keeps one that cannot
 * be removed.
 * @param used paths in the folder.
 * @throws the system's error for a folder that cannot be listed.
 */
export async function clearUnused(
  folder: string,
  used: ReadonlySet<string>,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (used.has(path)) continue;
    try {
      const { mtimeMs } = await lstat(path);
      if (clock.now() - mtimeMs > keepUnusedMs) await removeTree(path);
    } catch (error) {
      log.warn('An unused file could not be removed.', { path, error });
    }
  }
}
