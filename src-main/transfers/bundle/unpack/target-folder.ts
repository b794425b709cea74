import { lstat, mkdir, readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../../src-shared/app-error.ts';
import { freeBytesOf } from '../../../foundation/files/free-space.ts';
import { removeTree } from '../../../foundation/files/remove-tree.ts';
import { throwIfStopped } from '../../../foundation/wait.ts';
import type { BundleListing } from '../bundle-listing.ts';
import { asWriteFailure } from './write-failure.ts';

const folderMode = 0o755;
/** Minimum space of a small file or a folder on common file systems. */
const blockBytes = 4_096;

/** @throws AppError `conflict` unless the folder is a real, empty one, so that everything found in it later is ours. */
export async function checkTargetFolder(targetFolder: string): Promise<void> {
  try {
    const isEmptyFolder =
      (await lstat(targetFolder)).isDirectory() && (await readdir(targetFolder)).length === 0;
    if (!isEmptyFolder) throw new AppError('conflict', 'A bundle is only unpacked into an empty folder.');
  } catch (error) {
    throw asWriteFailure(error, targetFolder);
  }
}

/** @throws AppError `disk_full`, before anything is written, if the bundle would leave less than the margin free. */
export async function checkFreeSpace(
  { entries, folders, limits }: Pick<BundleListing, 'entries' | 'folders' | 'limits'>,
  targetFolder: string,
): Promise<void> {
  const freeBytes = await freeBytesOf(targetFolder);
  if (freeBytes === null) return;
  const fileBlocks = entries.reduce((sum, { sizeBytes }) => sum + Math.ceil(sizeBytes / blockBytes), 0);
  const neededBytes = (fileBlocks + folders.length) * blockBytes + limits.freeSpaceMarginBytes;
  if (neededBytes <= freeBytes) return;
  throw new AppError(
    'disk_full',
    `The bundle needs ${String(neededBytes)} bytes, ${String(freeBytes)} are free.`,
    {
      details: { neededBytes, freeBytes },
    },
  );
}

/** Creates the folders of a bundle inside its target folder and remembers them. */
export class UnpackedFolders {
  readonly #targetFolder: string;
  readonly #made: string[] = [];
  #making: Promise<void> = Promise.resolve();

  constructor(targetFolder: string) {
    this.#targetFolder = targetFolder;
  }

  /**
   * @param folders relative paths, parents before children.
   * @param onMade called after each folder.
   * @throws AppError `cancelled` between two folders when the signal is aborted.
   */
  make(folders: readonly string[], signal: AbortSignal, onMade: () => void): Promise<void> {
    this.#making = this.#makeAll(folders, signal, onMade);
    return this.#making;
  }

  async #makeAll(folders: readonly string[], signal: AbortSignal, onMade: () => void): Promise<void> {
    for (const folder of folders) {
      throwIfStopped(signal);
      const path = join(this.#targetFolder, folder);
      await mkdir(path, folderMode).catch((error: unknown) => {
        throw asWriteFailure(error, folder);
      });
      this.#made.push(path);
      onMade();
    }
  }

  /**
   * Removes the given files and the created folders, so that the target folder is as before. Foreign files and files
   * that cannot be removed stay: the target folder is private, and its owner removes it.
   * @param files relative paths of files this unpacking created.
   */
  async removeAll(files: readonly string[]): Promise<void> {
    await this.#making.catch(() => undefined);
    await Promise.allSettled(files.map((file) => removeTree(join(this.#targetFolder, file))));
    for (const path of this.#made.toReversed()) await rmdir(path).catch(() => undefined);
  }
}
