import { lstat } from 'node:fs/promises';
import { readFailureOf } from '../../foundation/files/folder-errors.ts';
import { unreadable } from '../../foundation/files/unreadable.ts';
import { inspectFile } from '../../intake/inspect-file.ts';
import { findSideCar } from '../../intake/side-car.ts';
import { fileTypeOf } from '../../intake/sniff-file.ts';
import type { TransferRecord, UploadSource } from '../../state/transfer-repository.ts';

/**
 * Reads the current facts of a file to send. Includes the captions beside a user's movie or sound.
 * @param hasNeighbours false for a copy in the app's inbox.
 * @throws the errors of `inspectFile`.
 */
export async function readUploadSource(
  path: string,
  displayName: string,
  hasNeighbours: boolean,
): Promise<UploadSource> {
  const facts = await inspectFile(path, displayName);
  const isSpoken = ['VIDEO', 'AUDIO'].includes(fileTypeOf(facts.mimeType));
  return { path, ...facts, transcriptPath: hasNeighbours && isSpoken ? await findSideCar(path) : null };
}

/**
 * Returns the source with its present inode: exFAT, FAT and network drives number their files anew at each connection.
 * The content of another inode may be different, although size and modification time are equal.
 * @throws AppError `file_unreadable` with `reason` `changed` or as `readFailureOf`.
 */
export async function findUnchanged(source: UploadSource, displayName: string): Promise<UploadSource> {
  const facts = await lstat(source.path).catch((error: unknown) => {
    throw unreadable(displayName, readFailureOf(error), error);
  });
  const isSame = facts.isFile() && facts.size === source.sizeBytes && facts.mtimeMs === source.modifiedAtMs;
  if (!isSame) throw unreadable(displayName, 'changed');
  return { ...source, inode: String(facts.ino) };
}

/** Returns the file that an upload reads. @throws Error for the record of a download, which is a bug. */
export function sourceOf({
  transferId,
  source,
}: Pick<TransferRecord, 'transferId' | 'source'>): UploadSource {
  if (source === null) throw new Error(`The transfer ${transferId} is no upload.`);
  return source;
}

/** True if path, size, modification time and inode are equal. */
export function isSameFile(a: UploadSource, b: UploadSource): boolean {
  const isSame = a.sizeBytes === b.sizeBytes && a.modifiedAtMs === b.modifiedAtMs;
  return isSame && a.path === b.path && a.inode === b.inode;
}
