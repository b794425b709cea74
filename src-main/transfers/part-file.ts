import { constants } from 'node:fs';
import { type FileHandle, lstat, open, rm } from 'node:fs/promises';
import { systemCodeOf } from '../foundation/folder-errors.ts';

const mode = 0o600;
/** Windows has no O_NOFOLLOW; its links need rights a folder of ours does not give. */
const noFollow = (constants.O_NOFOLLOW as number | undefined) ?? 0;
const createNew = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | noFollow;
const openThere = constants.O_RDWR | noFollow;

/** The file a download is put into, and how much of it is worth keeping. */
export interface PartFile {
  readonly handle: FileHandle;
  readonly keptBytes: number;
}

/**
 * Opens the part of an earlier attempt, cut to what was on the disk then; a new file when there is none. Nothing is
 * followed and nothing of others is opened.
 * @param keptBytes what is worth keeping of it, nothing when it is shorter; null: there is no earlier attempt, and
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
 * Puts an empty file in the place of one whose bytes the disk has lost: the system may hold such bytes for written.
 * @throws the system's error.
 */
export async function replacePart(path: string, handle: FileHandle): Promise<FileHandle> {
  const [mine, there] = [await handle.stat(), await lstat(path).catch(() => null)];
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
