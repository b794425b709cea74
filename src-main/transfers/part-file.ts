import { constants } from 'node:fs';
import { type FileHandle, lstat, open, rm } from 'node:fs/promises';
import { systemCodeOf } from '../foundation/files/folder-errors.ts';

const mode = 0o600;
/** Windows has no O_NOFOLLOW; creating a link there needs rights that a folder of ours does not grant. */
const noFollow = (constants.O_NOFOLLOW as number | undefined) ?? 0;
const createNew = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | noFollow;
const openThere = constants.O_RDWR | noFollow;

/** The file that receives a download, and the number of its bytes worth keeping. */
export interface PartFile {
  readonly handle: FileHandle;
  readonly keptBytes: number;
}

/**
 * Opens the part of an earlier attempt, cut to the bytes that were on the disk then, or creates a new file. Follows no
 * links and opens no foreign files.
 * @param keptBytes number of bytes worth keeping; a shorter part is emptied. Null: there was no earlier attempt, and
 * the file must not exist.
 * @throws the system's error: `EEXIST` for a file that no checkpoint names.
 */
export async function openPart(path: string, keptBytes: number | null): Promise<PartFile> {
  const existing = keptBytes === null ? null : await openExisting(path);
  if (!existing) return { handle: await open(path, createNew, mode), keptBytes: 0 };
  try {
    const stats = await existing.stat();
    if (!stats.isFile()) throw Object.assign(new Error(`${path} is no file.`), { code: 'EEXIST' });
    const kept = keptBytes !== null && stats.size >= keptBytes ? keptBytes : 0;
    await existing.truncate(kept);
    return { handle: existing, keptBytes: kept };
  } catch (error) {
    await existing.close();
    throw error;
  }
}

/**
 * Replaces a file whose bytes the disk has lost by an empty one, because the system may still consider them written.
 * @throws the system's error.
 */
export async function replacePart(path: string, handle: FileHandle): Promise<FileHandle> {
  const mine = await handle.stat();
  const there = await lstat(path).catch(() => null);
  if (there?.ino === mine.ino && there.dev === mine.dev) await rm(path);
  await handle.close();
  return open(path, createNew, mode);
}

async function openExisting(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, openThere);
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return null;
    throw error;
  }
}
