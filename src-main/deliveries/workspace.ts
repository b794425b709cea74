import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { folderErrorOf, systemCodeOf } from '../foundation/files/folder-errors.ts';
import { removeTree } from '../foundation/files/remove-tree.ts';
import { keepUnusedMs, probePrefix, temporaryFolderPrefix } from '../state/settings/delivery-folder.ts';

const prefix = temporaryFolderPrefix;

/** Limit for clearing: an unresponsive drive or many files must hold up neither a start nor a delivery's end. */
export const longestClearingMs = 8_000;

/** A private folder on the delivery folder's own volume, where one delivery is assembled. */
export interface Workspace {
  readonly path: string;
  /** Becomes the version's folder. */
  readonly folder: string;
  /** Received bytes; kept over pauses and restarts, removed with the workspace. */
  readonly downloads: string;
}

/** Returns the paths of a delivery's workspace. */
export function workspaceOf(rootFolder: string, deliveryId: string): Workspace {
  const path = join(rootFolder, prefix + deliveryId);
  return { path, folder: join(path, 'folder'), downloads: join(path, 'downloads') };
}

/**
 * Opens the workspace of a delivery. Keeps the downloads of an earlier, interrupted try, and removes what that try
 * built.
 * @throws AppError as `ensureDownloads`.
 */
export async function openWorkspace(
  rootFolder: string,
  deliveryId: string,
  requireRoot: () => Promise<void>,
): Promise<Workspace> {
  const workspace = workspaceOf(rootFolder, deliveryId);
  await ensureDownloads(rootFolder, workspace, requireRoot);
  try {
    await removeTree(workspace.folder);
    await mkdir(workspace.folder, { mode: 0o755 });
    return workspace;
  } catch (error) {
    throw folderErrorOf(error, rootFolder);
  }
}

/**
 * Makes the folder for downloads where it is missing.
 * @param requireRoot rejects when the delivery folder is not the expected one. Called again after the workspace was
 * made, as a drive may have been unplugged just before; if it rejects then, a new workspace is removed.
 * @throws AppError `delivery_folder_missing`, `delivery_folder_not_writable`, `disk_full`, and the errors of
 * `requireRoot`.
 */
export async function ensureDownloads(
  rootFolder: string,
  { path, downloads }: Workspace,
  requireRoot: () => Promise<void>,
): Promise<void> {
  await requireRoot();
  try {
    const isNew = await madeFolder(path, 0o700);
    await requireRoot().catch(async (error: unknown) => {
      if (isNew) await rmdir(path).catch(() => undefined);
      throw error;
    });
    await madeFolder(downloads, 0o700);
  } catch (error) {
    throw folderErrorOf(error, rootFolder);
  }
}

/** True if it made the folder. If a file has that name, later writes into it fail. */
async function madeFolder(path: string, mode: number): Promise<boolean> {
  try {
    await mkdir(path, { mode });
    return true;
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
    return false;
  }
}

/** Fate of a found workspace; `unknown` for deliveries of other apps. */
export type WorkspaceFate = 'kept' | 'removed' | 'unknown';

/**
 * Removes workspaces that no delivery uses any more: those of this app's ended deliveries, and unknown ones untouched
 * for a week. Removes write probes of a killed app too. Everything else in the folder stays. Ignores a missing folder.
 */
export async function removeOrphans(
  rootFolder: string,
  fateOf: (deliveryId: string) => WorkspaceFate,
): Promise<void> {
  const names = await readdir(rootFolder).catch(() => []);
  let nowMs: number | null = null;
  for (const name of names.filter((candidate) => candidate.startsWith(prefix))) {
    const path = join(rootFolder, name);
    if (name.startsWith(probePrefix)) {
      await rmdir(path).catch(() => undefined);
      continue;
    }
    const fate = fateOf(name.slice(prefix.length));
    const isOld =
      fate === 'unknown' && (nowMs ??= await nowOf(rootFolder)) - (await touchedAtMs(path)) > keepUnusedMs;
    if (fate === 'removed' || isOld) await removeTree(path).catch(() => undefined);
  }
}

/** Time in ms of the clock that stamps files there, which may be another computer's; 0 where nothing can be written. */
async function nowOf(rootFolder: string): Promise<number> {
  const probe = join(rootFolder, probePrefix + randomUUID());
  try {
    await mkdir(probe);
    return (await stat(probe)).mtimeMs;
  } catch {
    return 0;
  } finally {
    await rmdir(probe).catch(() => undefined);
  }
}

/** Time in ms of the last write in a workspace: a long download changes its file but no folder. */
async function touchedAtMs(path: string): Promise<number> {
  const inside = await readdir(path, { recursive: true }).catch(() => []);
  const all = await Promise.all(['', ...inside].map((name) => stat(join(path, name)).catch(() => null)));
  return Math.max(...all.map((facts) => facts?.mtimeMs ?? 0));
}
