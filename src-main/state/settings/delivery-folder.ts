import { constants } from 'node:fs';
import { access, mkdtemp, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../src-shared/app-error.ts';
import type { Settings } from '../../../src-shared/contract/app/settings.ts';
import { folderErrorOf, systemCodeOf } from '../../foundation/files/folder-errors.ts';
import { freeBytesOf } from '../../foundation/files/free-space.ts';

type DeliveryFolder = NonNullable<Settings['deliveryFolder']>;

/** Prefix of the app's working folders in a delivery folder; the app never removes anything else there. */
export const temporaryFolderPrefix = '.dailies-tmp-';
/** Time that unused working folders are kept. A laptop may sleep over a holiday with a download under way. */
export const keepUnusedMs = 7 * 24 * 3_600_000;
/** Prefix of empty folders that test writing. They are removed at once unless the app was killed. */
export const probePrefix = `${temporaryFolderPrefix}probe-`;

/** Returns the current state of a chosen folder. Writes nothing. */
export async function describeDeliveryFolder(path: string): Promise<DeliveryFolder> {
  const state = await stateOf(path);
  return { path, state, freeBytes: state === 'missing' ? null : await freeBytesOf(path) };
}

/**
 * Checks that a folder can be written to, by writing to it.
 * @throws AppError `delivery_folder_missing`, `delivery_folder_not_writable`, `disk_full`.
 */
export async function requireWritable(path: string): Promise<void> {
  if ((await stateOf(path)) === 'missing') throw missing(path);
  try {
    await removeProbe(await mkdtemp(join(path, probePrefix)));
  } catch (error) {
    throw folderErrorOf(error, path);
  }
}

/** Another app in the folder may have removed the probe as a leftover. */
async function removeProbe(path: string): Promise<void> {
  await rmdir(path).catch((error: unknown) => {
    if (systemCodeOf(error) !== 'ENOENT') throw error;
  });
}

/**
 * Checks that a folder can be created in the existing folder `place`.
 * @throws AppError `delivery_folder_not_writable` with the reason `parent`, or `EROFS` on a read-only volume.
 */
export async function requireMakeable(place: string): Promise<void> {
  try {
    await access(place, constants.W_OK | constants.X_OK);
  } catch (error) {
    const isRefused = ['EACCES', 'EPERM'].includes(systemCodeOf(error));
    if (!isRefused) throw folderErrorOf(error, place);
    throw new AppError('delivery_folder_not_writable', `${place} cannot be written to.`, {
      details: { path: place, reason: 'parent' },
      cause: error,
    });
  }
}

async function stateOf(path: string): Promise<DeliveryFolder['state']> {
  try {
    if (!(await stat(path)).isDirectory()) return 'missing';
    await access(path, constants.W_OK);
    return 'ok';
  } catch (error) {
    return ['EACCES', 'EPERM', 'EROFS'].includes(systemCodeOf(error)) ? 'not_writable' : 'missing';
  }
}

function missing(path: string): AppError {
  return new AppError('delivery_folder_missing', `${path} is not a folder.`, { details: { path } });
}
