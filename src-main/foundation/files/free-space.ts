import { statfs } from 'node:fs/promises';
import { AppError } from '../../../src-shared/app-error.ts';

/** Bytes that stay free on any volume that the app writes to. */
export const marginBytes = 16 * 1024 * 1024;

/** Returns the bytes that a user may still write on the volume of `folder`; null if the system does not report them. */
export async function freeBytesOf(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/**
 * Checks that `neededBytes` and a margin fit.
 * @throws AppError `disk_full` with `neededBytes` and `freeBytes`.
 */
export async function requireFreeSpace(folder: string, neededBytes: number): Promise<void> {
  const freeBytes = await freeBytesOf(folder);
  if (freeBytes === null || freeBytes >= neededBytes + marginBytes) return;
  throw new AppError('disk_full', `${folder} has ${String(freeBytes)} bytes free.`, {
    details: { path: folder, neededBytes: neededBytes + marginBytes, freeBytes },
  });
}
