import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { AppError } from '../../src-shared/app-error.ts';
import { readFailureOf } from '../foundation/folder-errors.ts';
import { unreadable } from './file-grants.ts';
import { sniffFile } from './sniff-file.ts';

/** Facts of a file before it is sent. */
export interface InspectedFile {
  readonly sizeBytes: number;
  /** Milliseconds, with fractions. */
  readonly modifiedAtMs: number;
  readonly inode: string;
  readonly mimeType: string;
}

/** Opens at once and never follows a link: a pipe put in the file's place would block. Windows has neither flag. */
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * Inspects a file that will be sent, without following a link.
 * @throws AppError `file_unreadable` with `reason` `not_a_file`, `empty`, `changed` or as `readFailureOf`,
 * `file_type_unsupported`. No size is too large: the specification names none, and the service reports what it refuses.
 */
export async function inspectFile(path: string, displayName: string): Promise<InspectedFile> {
  try {
    const named = await lstat(path);
    if (!named.isFile()) throw unreadable(displayName, 'not_a_file');
    const handle = await open(path, openFlags);
    try {
      const facts = await handle.stat();
      if (!facts.isFile() || facts.ino !== named.ino) throw unreadable(displayName, 'changed');
      if (facts.size === 0) throw unreadable(displayName, 'empty');
      const mimeType = await sniffFile(handle, facts.size);
      if (mimeType === null) throw unsupported(displayName);
      return {
        sizeBytes: facts.size,
        modifiedAtMs: facts.mtimeMs,
        inode: String(facts.ino),
        mimeType,
      };
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw readErrorOf(error, displayName);
  }
}

/** Makes the error for a file of a kind that cannot be used. */
export function unsupported(displayName: string): AppError {
  return new AppError('file_type_unsupported', `${displayName} is of no kind that can be used.`, {
    details: { displayName },
  });
}

/** Returns the error for a failure to read a file: `file_unreadable` with `readFailureOf`. Keeps an `AppError`. */
export function readErrorOf(error: unknown, displayName: string): AppError {
  if (error instanceof AppError) return error;
  return unreadable(displayName, readFailureOf(error), error);
}
