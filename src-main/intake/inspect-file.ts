import type { FileType } from '../../src-shared/api/files.ts';
import { AppError } from '../../src-shared/app-error.ts';
import { rawFileName } from '../../src-shared/contract/material.ts';
import { readFailureOf } from '../foundation/files/folder-errors.ts';
import { openRegularFile } from '../foundation/files/read-foreign-file.ts';
import { readRange } from '../foundation/files/read-range.ts';
import { unreadable } from '../foundation/files/unreadable.ts';
import { mediaTypeOf } from './file-signatures.ts';
import { fileTypeOf, sniffFile } from './sniff-file.ts';

/** Facts of a file before it is sent. */
export interface InspectedFile {
  readonly sizeBytes: number;
  /** Milliseconds, with fractions. */
  readonly modifiedAtMs: number;
  readonly inode: string;
  readonly mimeType: string;
}

/**
 * Inspects a file that will be sent, without following a link.
 * @throws AppError `file_unreadable` with `reason` `not_a_file`, `empty` or as `readFailureOf`,
 * `file_type_unsupported`. No size is too large: the specification names none, and the service reports what it refuses.
 */
export async function inspectFile(path: string, displayName: string): Promise<InspectedFile> {
  try {
    const handle = await openRegularFile(path, { displayName });
    try {
      const facts = await handle.stat();
      if (facts.size === 0) throw unreadable(displayName, 'empty');
      const mimeType = await sniffFile(handle, facts.size);
      if (mimeType === null || rawFileName.test(displayName)) throw unsupported(displayName);
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

/** Bytes that show the kind of pictures, movies and sounds. */
const headBytes = 512;

/**
 * Returns the type of a picture, a movie or a sound by the first bytes of its file; null for any other file.
 * @param within as of `openRegularFile`.
 * @throws AppError `file_unreadable` as `openRegularFile`, and the system's error.
 */
export async function mediaKindAt(path: string, within?: string): Promise<FileType | null> {
  const handle = await openRegularFile(path, { within });
  try {
    const head = await readRange(handle, 0, headBytes);
    const mimeType = mediaTypeOf(head);
    if (mimeType !== null) return fileTypeOf(mimeType);
    // Not every brand of MP4 is known.
    return head.toString('latin1', 4, 8) === 'ftyp' ? 'VIDEO' : null;
  } finally {
    await handle.close();
  }
}

/** True for a file with the first bytes of a picture, a movie or a sound; false if it cannot be read. */
export async function isMediaFile(path: string): Promise<boolean> {
  return (await mediaKindAt(path).catch(() => null)) !== null;
}

/** Makes the error for a file of a kind that cannot be used. */
export function unsupported(displayName: string): AppError {
  return new AppError('file_type_unsupported', `${displayName} is of no kind that can be used.`, {
    details: { displayName, ...reasonByName(displayName) },
  });
}

function reasonByName(displayName: string): { readonly reason?: string } {
  if (rawFileName.test(displayName)) return { reason: 'raw' };
  return /\.pptx?$/i.test(displayName) ? { reason: 'presentation' } : {};
}

/** Returns the error for a failure to read a file: `file_unreadable` with `readFailureOf`. Keeps an `AppError`. */
export function readErrorOf(error: unknown, displayName: string): AppError {
  if (error instanceof AppError) return error;
  return unreadable(displayName, readFailureOf(error), error);
}
