import { lstat, realpath, stat } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import { dirname, isAbsolute, join, parse, resolve, sep } from 'node:path';
import { AppError } from '../../../src-shared/app-error.ts';
import { folderErrorOf, systemCodeOf } from '../../foundation/files/folder-errors.ts';
import { makeFolders, maxNameBytes } from '../../foundation/files/make-folders.ts';
import { requireMakeable, requireWritable } from './delivery-folder.ts';

/** System folders that hold no files, or do not keep them. */
const systemPlaces = ['/proc', '/sys', '/dev'];
const windowsDevice = /^\\\\[.?]\\|[\\/](?:con|prn|aux|nul|com\d|lpt\d)(?:\.[^\\/]*)?(?=[\\/]|$)/i;
const windowsCharacters = /[<>"|?*\p{Cc}]|:(?!\\)/u;

/**
 * Returns a typed or pasted path as a delivery folder: absolute, with `~` for the home folder, neither the root nor the
 * system drive itself. Outer spaces and quotes count only if such a folder exists.
 * @param mayMake false: refuses a missing folder with the reason `not_made` when it could be created.
 * @throws AppError `invalid_input` with `reason` `not_absolute`, `other_home`, `is_root`, `bad_name` or `system_place`;
 * `delivery_folder_missing` with `not_made`, `not_a_folder` or `volume_gone`; `path_too_long`; and as
 * `requireWritable`.
 */
export async function prepareTypedFolder(typed: string, mayMake: boolean): Promise<string> {
  const path = await meantPath(typed);
  const { place, isFolder } = await nearestPlace(path);
  if (isSystemPlace(await realpath(place))) throw refused(path, 'system_place');
  if (!isFolder) throw missing(place, 'not_a_folder');
  if (place !== path) await makeBelow(place, path, mayMake);
  await requireWritable(path);
  return path;
}

async function meantPath(typed: string): Promise<string> {
  if (typed.includes('\0')) throw refused(typed, 'bad_name');
  const isThere = isAbsolute(typed) && (await stat(typed).catch(() => null)) !== null;
  const meant = isThere ? typed : withHome(withoutQuotes(typed));
  if (!isAbsolute(meant)) throw refused(typed, 'not_absolute');
  const path = resolve(meant);
  if (process.platform === 'win32') requireWindowsName(path);
  if (isSystemRoot(path)) throw refused(typed, 'is_root');
  return path;
}

/** True for a root that may not hold deliveries. Another drive of Windows may; the system drive may not. */
function isSystemRoot(path: string): boolean {
  const { root } = parse(path);
  const systemDrive = process.env['SystemDrive'] ?? 'C:';
  return root === path && (process.platform !== 'win32' || root.startsWith(systemDrive));
}

function withoutQuotes(typed: string): string {
  const text = typed.trim();
  return (/^(["'])(.+)\1$/.exec(text)?.[2] ?? text).trim();
}

function withHome(path: string): string {
  if (!path.startsWith('~')) return path;
  if (!/^~(?:[/\\]|$)/.test(path)) throw refused(path, 'other_home');
  return join(homedir(), path.slice(1));
}

function requireWindowsName(path: string): void {
  if (windowsDevice.test(path)) throw refused(path, 'system_place');
  if (windowsCharacters.test(path)) throw refused(path, 'bad_name');
}

/** Returns the path itself, or the nearest existing parent. */
async function nearestPlace(path: string): Promise<{ place: string; isFolder: boolean }> {
  for (let place = path; ; place = dirname(place)) {
    try {
      return { place, isFolder: (await stat(place)).isDirectory() };
    } catch (error) {
      const code = systemCodeOf(error);
      if (code === 'ENAMETOOLONG') throw tooLong(path, error);
      if (code !== 'ENOENT' && code !== 'ENOTDIR') throw folderErrorOf(error, place);
      // A link to a missing target.
      if ((await lstat(place).catch(() => null)) !== null) throw missing(place, 'volume_gone');
      if (dirname(place) === place) throw missing(place, 'volume_gone');
    }
  }
}

async function makeBelow(place: string, path: string, mayMake: boolean): Promise<void> {
  if (holdsVolumes(place)) throw missing(firstBelow(place, path), 'volume_gone');
  await requireMakeable(place);
  if (path.slice(place.length).split(sep).some(isLongName)) throw tooLong(path);
  if (!mayMake) throw missing(path, 'not_made');
  try {
    makeFolders(path);
  } catch (error) {
    throw folderErrorOf(error, path);
  }
}

/** True for folders where the system mounts drives: a folder missing there is an unmounted drive. */
function holdsVolumes(place: string): boolean {
  if (process.platform === 'win32') return false;
  const media = ['/media', '/run/media'].flatMap((folder) => [folder, ...ownFolderIn(folder)]);
  return ['/Volumes', '/mnt', ...media].includes(place);
}

/** Returns nothing for a user without a name, as in some containers. */
function ownFolderIn(folder: string): string[] {
  try {
    return [join(folder, userInfo().username)];
  } catch {
    return [];
  }
}

function firstBelow(place: string, path: string): string {
  const [name = ''] = path.slice(place.length + 1).split(sep);
  return join(place, name);
}

/** True for system folders that hold no files, or do not keep them. */
export function isSystemPlace(path: string): boolean {
  if (process.platform === 'win32') return windowsDevice.test(path);
  return systemPlaces.some((place) => path === place || path.startsWith(place + sep));
}

function isLongName(name: string): boolean {
  return Buffer.byteLength(name) > maxNameBytes;
}

function tooLong(path: string, cause?: unknown): AppError {
  const reason = path.split(sep).some(isLongName) ? 'name' : 'ENAMETOOLONG';
  return new AppError('path_too_long', `${path} is too long.`, { details: { path, reason }, cause });
}

/** What reasons mean, for logs and terminals. */
const wordsOfReason = {
  not_made: 'it could not be made.',
  not_a_folder: 'it is a file, or in one. Name a folder.',
  volume_gone: 'its drive is not connected.',
};

function missing(path: string, reason: keyof typeof wordsOfReason): AppError {
  return new AppError('delivery_folder_missing', `${path} cannot be used: ${wordsOfReason[reason]}`, {
    details: { path, reason },
  });
}

function refused(path: string, reason: string): AppError {
  return new AppError('invalid_input', `${path} cannot be a delivery folder.`, { details: { path, reason } });
}
