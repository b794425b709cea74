import { lstat, mkdir, readdir, rename, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../src-shared/app-error.ts';
import { folderErrorOf, systemCodeOf } from '../../foundation/files/folder-errors.ts';
import { syncFolder, syncTree } from '../../foundation/files/write-durably.ts';
import { throwIfStopped, wait } from '../../foundation/wait.ts';
import type { Clock } from '../../platform.ts';
import { versionName, versionOfName } from './project-name.ts';

/** Name and path of a future version. */
export interface VersionTarget {
  /** `Harbour_v007`. */
  readonly name: string;
  readonly path: string;
}

export interface CommitOptions<Prepared> {
  /** The delivery folder. Never created here: when it is missing, so is its volume. */
  readonly rootFolder: string;
  readonly projectName: string;
  /** Names of earlier versions. None is used again, as editors' projects refer to its media. */
  readonly pastNames: readonly string[];
  /** A folder on the same volume that becomes the version. */
  readonly builtFolder: string;
  /** Finishes the built folder for its future place; called again if that place was taken meanwhile. */
  readonly prepare: (target: VersionTarget) => Promise<Prepared>;
  /** Rejects when the delivery folder is not the expected one. Called before anything is put into it. */
  readonly requireRoot: () => Promise<void>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const maxVersions = 99_999;
/** Error codes of a rename while a virus scanner or an indexer reads a file that was just written. */
const busyCodes = new Set(['EPERM', 'EACCES', 'EBUSY']);
const renamePausesMs = [50, 100, 200, 400, 800, 1_600, 3_200];
const takenCodes = new Set(['EEXIST', 'ENOTEMPTY', 'EPERM', 'EACCES', 'EBUSY']);

/**
 * Moves a built folder into place as the project's next version, in one rename. The version is there whole or not at
 * all, and existing files stay untouched.
 * @returns the version's place, and the result of `prepare` for it.
 * @throws AppError `delivery_folder_missing`, `delivery_folder_not_writable`, `disk_full`, `path_too_long`, `conflict`
 * when something other than a folder has the project's name, `cancelled` before the rename; and the errors of
 * `requireRoot`.
 */
export async function commitVersion<Prepared>(
  options: CommitOptions<Prepared>,
): Promise<VersionTarget & { readonly prepared: Prepared }> {
  const { rootFolder, projectName, pastNames, builtFolder, prepare, requireRoot, signal } = options;
  const projectFolder = join(rootFolder, projectName);
  let isNewProject = false;
  try {
    await requireRoot();
    isNewProject = await makeProjectFolder(projectFolder);
    const names = [...pastNames, ...(await readdir(projectFolder))];
    for (let version = nextVersion(names, projectName); version <= maxVersions; version += 1) {
      const name = versionName(projectName, version);
      const target = { name, path: join(projectFolder, name) };
      if (await exists(target.path)) continue;
      const prepared = await prepare(target);
      await syncTree(builtFolder);
      throwIfStopped(signal);
      await requireRoot();
      if (await renamedInto(builtFolder, target.path, options)) {
        await syncFolder(projectFolder);
        return { ...target, prepared };
      }
    }
    throw new AppError('conflict', `${projectFolder} has too many versions.`);
  } catch (error) {
    if (isNewProject) await rmdir(projectFolder).catch(() => undefined);
    throw folderErrorOf(error, rootFolder);
  }
}

/** True if it made the folder, false if the folder existed. */
async function makeProjectFolder(projectFolder: string): Promise<boolean> {
  try {
    await mkdir(projectFolder);
    return true;
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
    if (await isFolder(projectFolder)) return false;
    throw new AppError('conflict', `${projectFolder} is no folder.`, {
      details: { path: projectFolder, reason: 'not_a_folder' },
      cause: error,
    });
  }
}

/** True for a folder and for a link to one; false for a link that leads nowhere. */
async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Returns one more than the highest version; gaps stay. A folder with the last number leaves the others usable. */
function nextVersion(names: readonly string[], projectName: string): number {
  const versions = names.map((name) => versionOfName(projectName, name) ?? 0);
  return 1 + Math.max(0, ...versions.filter((version) => version < maxVersions));
}

/** False when something else took the name first. A rename never replaces a folder with content. */
async function renamedInto(
  builtFolder: string,
  targetPath: string,
  { clock, signal }: Pick<CommitOptions<unknown>, 'clock' | 'signal'>,
): Promise<boolean> {
  for (let tries = 0; ; tries += 1) {
    if (await exists(targetPath)) return false;
    try {
      await rename(builtFolder, targetPath);
      return true;
    } catch (error) {
      const code = systemCodeOf(error);
      if (takenCodes.has(code) && (await exists(targetPath))) return false;
      const pauseMs = renamePausesMs[tries];
      if (!busyCodes.has(code) || pauseMs === undefined) throw error;
      await wait(clock, pauseMs, signal);
    }
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return false;
    throw error;
  }
}
