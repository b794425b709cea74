import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { folderErrorOf } from '../../foundation/files/folder-errors.ts';
import { readManifest, type VersionInFolder } from './manifest.ts';

/** Folder levels to search: projects, then their versions. */
const levels = 2;
const none: ReadonlySet<string> = new Set();

/**
 * Finds the versions of a delivery folder or of one project, or the version that the folder itself is, sorted by path.
 * @param passedOver folders to skip.
 * @throws AppError `delivery_folder_missing` and as `folderErrorOf`, for the folder itself.
 */
export async function versionsBelow(
  folder: string,
  passedOver: ReadonlySet<string> = none,
  level = 0,
): Promise<VersionInFolder[]> {
  if (passedOver.has(folder)) return [];
  const manifest = await readManifest(folder);
  if (manifest) return [{ folder, manifest }];
  if (level === levels) return [];
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (level === 0) throw folderErrorOf(error, folder);
    return [];
  });
  const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'));
  const below = names.map(({ name }) => versionsBelow(join(folder, name), passedOver, level + 1));
  return (await Promise.all(below)).flat().toSorted((a, b) => (a.folder < b.folder ? -1 : 1));
}
