import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { folderErrorOf } from '../files/folder-errors.ts';
import { removeTree } from '../files/remove-tree.ts';
import { temporaryFolderPrefix } from '../settings/delivery-folder.ts';

const prefix = temporaryFolderPrefix;
const orphanAfterMs = 24 * 3_600_000;

/** A private folder on the delivery folder's own volume, where one hand-off is put together. */
export interface Workspace {
  readonly path: string;
  /** What becomes the version's folder. */
  readonly folder: string;
  /** Downloads, gone before the commit. */
  readonly downloads: string;
}

/**
 * Makes the workspace of a delivery anew; what an earlier, interrupted try left is removed.
 * @throws AppError `delivery_folder_missing`, `delivery_folder_not_writable`, `disk_full`.
 */
export async function openWorkspace(rootFolder: string, deliveryId: string): Promise<Workspace> {
  const path = join(rootFolder, prefix + deliveryId);
  const workspace = { path, folder: join(path, 'folder'), downloads: join(path, 'downloads') };
  try {
    await removeTree(path);
    await mkdir(path, { mode: 0o700 });
    await mkdir(workspace.folder, { mode: 0o755 });
    await mkdir(workspace.downloads, { mode: 0o700 });
    return workspace;
  } catch (error) {
    throw folderErrorOf(error, rootFolder);
  }
}

/**
 * Removes workspaces nobody works in any more: those of deliveries of this app that are not running, and others
 * that nothing touched for a day. Whatever else is in the folder stays. A folder that is not there is left alone.
 */
export async function removeOrphans(
  rootFolder: string,
  isOurs: (deliveryId: string) => boolean,
  nowMs: number,
): Promise<void> {
  const names = await readdir(rootFolder).catch(() => []);
  for (const name of names.filter((candidate) => candidate.startsWith(prefix))) {
    const path = join(rootFolder, name);
    const facts = await stat(path).catch(() => null);
    const isOld = facts !== null && nowMs - facts.mtimeMs > orphanAfterMs;
    if (isOurs(name.slice(prefix.length)) || isOld) await removeTree(path).catch(() => undefined);
  }
}
