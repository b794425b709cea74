import { constants } from 'node:fs';
import { access, mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, parse } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import type { Settings } from '../../src-shared/contract/settings.ts';
import { folderErrorOf, systemCodeOf } from '../files/folder-errors.ts';
import { freeBytesOf } from '../files/free-space.ts';

type DeliveryFolder = NonNullable<Settings['deliveryFolder']>;

/** Names of folders the app works in inside a delivery folder; nothing else there is ever removed. */
export const temporaryFolderPrefix = '.dailies-tmp-';
/** Of those that only prove that something can be written: always empty, and gone at once unless the app was killed. */
export const probePrefix = `${temporaryFolderPrefix}probe-`;

/** How a chosen folder is now. Looks, writes nothing. */
export async function describeDeliveryFolder(path: string): Promise<DeliveryFolder> {
  const state = await stateOf(path);
  return { path, state, freeBytes: state === 'missing' ? null : await freeBytesOf(path) };
}

/**
 * Makes sure that files can be put into a folder, by doing it.
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

/** Another app that works in the folder may have taken it for a forgotten one. */
async function removeProbe(path: string): Promise<void> {
  await rmdir(path).catch((error: unknown) => {
    if (systemCodeOf(error) !== 'ENOENT') throw error;
  });
}

/**
 * A typed path as a delivery folder: absolute, no drive or root itself, made when only its last part is missing.
 * Spaces around it count only when there is such a folder.
 * @throws AppError `invalid_input` with `reason` `not_absolute` or `is_root`, and as `requireWritable`.
 */
export async function prepareTypedFolder(typed: string): Promise<string> {
  const isThere = isAbsolute(typed) && (await stateOf(typed)) !== 'missing';
  const path = normalize(isThere ? typed : typed.trim());
  if (!isAbsolute(path) || path.includes('\0')) throw refused(typed, 'not_absolute');
  const trimmed = path.length > 1 ? path.replace(/[/\\]$/, '') : path;
  if (parse(path).root === path) throw refused(typed, 'is_root');
  if ((await stateOf(trimmed)) === 'missing') await makeLastPart(trimmed);
  await requireWritable(trimmed);
  return trimmed;
}

async function makeLastPart(path: string): Promise<void> {
  if ((await stateOf(dirname(path))) === 'missing') throw missing(dirname(path));
  try {
    await mkdir(path);
  } catch (error) {
    if (systemCodeOf(error) === 'EEXIST') throw missing(path);
    throw folderErrorOf(error, path);
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

function refused(path: string, reason: string): AppError {
  return new AppError('invalid_input', `${path} cannot be a delivery folder.`, { details: { path, reason } });
}
