import { constants, realpath as resolveLinks, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, stat } from 'node:fs/promises';
import { basename, isAbsolute, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '../../../src-shared/app-error.ts';
import type { Clock } from '../../platform.ts';
import { systemTimer } from '../settle-within.ts';
import { readFailureOf } from './folder-errors.ts';
import { unreadable } from './unreadable.ts';

/**
 * Flags for opening a regular file: a pipe in its place does not block, and a link in its place is not followed. Windows
 * has neither flag.
 */
export const regularFileFlags =
  constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** The system's own function fails on some drives of Windows. */
const realpath = promisify(resolveLinks);

/** Longest time for reading one file. */
const longestReadMs = 60_000;
const pieceBytes = 1024 ** 2;

interface Opening {
  /** Folder that others may write to. Links in it are followed to files in it; without it, no last link is. */
  readonly within?: string | undefined;
  /** Name for errors; that of the path by default. */
  readonly displayName?: string;
}

interface ReadLimits extends Opening {
  /** Largest size, in bytes. */
  readonly limitBytes: number;
  readonly timer?: Pick<Clock, 'schedule'>;
}

/** True for a path inside a folder, at any depth. */
export function isInside(path: string, folder: string): boolean {
  const from = relative(folder, path);
  return from !== '' && from !== '..' && !from.startsWith(`..${sep}`) && !isAbsolute(from);
}

/**
 * Returns the facts of a file or folder without opening it; null for a link that leads out of the folder. Does not look
 * for links among the folders on the way.
 * @throws the system's error, `ENOENT` where there is nothing.
 */
export async function factsWithin(path: string, within: string): Promise<Stats | null> {
  const facts = await lstat(path);
  if (!facts.isSymbolicLink()) return facts;
  return (await staysWithin(path, within)) ? stat(path) : null;
}

/** True if the path does not lead out of a folder through links; false also where it leads nowhere. */
export async function staysWithin(path: string, within: string): Promise<boolean> {
  const [real, folder] = await Promise.all([realpath(path), realpath(within)]).catch(() => ['', '']);
  return isInside(real ?? '', folder ?? '');
}

/**
 * Opens a regular file for reading.
 * @throws AppError `file_unreadable` with `reason` `not_a_file`, `leads_out` or as `readFailureOf`.
 */
export async function openRegularFile(path: string, opening: Opening = {}): Promise<FileHandle> {
  const { within, displayName: name = basename(path) } = opening;
  try {
    const real = within === undefined ? path : await realpath(path);
    if (within !== undefined && !isInside(real, await realpath(within))) throw unreadable(name, 'leads_out');
    // Opening a device can already change it.
    if (!(await lstat(real)).isFile()) throw unreadable(name, 'not_a_file');
    const handle = await open(real, regularFileFlags);
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
    throw unreadable(name, 'not_a_file');
  } catch (error) {
    throw error instanceof AppError ? error : unreadable(name, readFailureOf(error), error);
  }
}

/**
 * Reads a whole regular file.
 * @throws AppError `file_unreadable` as `openRegularFile`, and with `reason` `too_large`, or `too_slow` for a file that
 * its drive does not deliver within a minute.
 */
export async function readRegularFile(path: string, limits: ReadLimits): Promise<Buffer> {
  const { limitBytes, timer = systemTimer, displayName: name = basename(path) } = limits;
  const late = Promise.withResolvers<never>();
  const cancel = timer.schedule(longestReadMs, () => {
    late.reject(unreadable(name, 'too_slow'));
  });
  const read = async (): Promise<Buffer> => {
    const handle = await openRegularFile(path, limits);
    try {
      return await readUpTo(handle, limitBytes, name);
    } finally {
      await handle.close();
    }
  };
  try {
    return await Promise.race([late.promise, read()]);
  } catch (error) {
    throw error instanceof AppError ? error : unreadable(name, readFailureOf(error), error);
  } finally {
    cancel();
  }
}

/** Reads a text in UTF-8 of the app's own, in a folder that others may write to; null if it cannot be read. */
export async function readOwnText(path: string, within: string, limitBytes: number): Promise<string | null> {
  const bytes = await readRegularFile(path, { limitBytes, within }).catch(() => null);
  return bytes && bytes.toString('utf8');
}

async function readUpTo(handle: FileHandle, limitBytes: number, name: string): Promise<Buffer> {
  const { size } = await handle.stat();
  if (size > limitBytes) throw unreadable(name, 'too_large');
  // A byte more shows whether the file has grown.
  let bytes = Buffer.allocUnsafe(size + 1);
  for (let length = 0; ;) {
    const wanted = Math.min(pieceBytes, bytes.length - length);
    const { bytesRead } = await handle.read(bytes, length, wanted, length);
    if (bytesRead === 0) return bytes.subarray(0, length);
    length += bytesRead;
    if (length > limitBytes) throw unreadable(name, 'too_large');
    if (length === bytes.length) bytes = Buffer.concat([bytes], Math.min(2 * length, limitBytes) + 1);
  }
}
