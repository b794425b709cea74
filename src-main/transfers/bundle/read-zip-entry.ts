import type { FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl';
import { AppError } from '../../../src-shared/app-error.ts';
import { openRegularFile } from '../../foundation/files/read-foreign-file.ts';
import { defaultBundleLimits } from './bundle-limits.ts';

interface EntryLimits {
  /** Largest size of the file inside, in bytes. */
  readonly limitBytes: number;
  /** As of `openRegularFile`. */
  readonly within?: string;
}

/**
 * Reads one file of a zip file into memory, whatever the others are. Nothing is written.
 * @param entryName path of the file inside, with `/` between segments.
 * @throws AppError `document_unreadable` if the zip file is damaged, lacks the file, or the file is larger than
 * `limitBytes`; as `openRegularFile`, and errors of the file system.
 */
export async function readZipEntry(zipPath: string, entryName: string, limits: EntryLimits): Promise<Buffer> {
  const file = await openRegularFile(zipPath, limits);
  try {
    return await readFrom(file, entryName, limits.limitBytes);
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error;
    const reason = error instanceof Error ? error.message : '';
    throw new AppError('document_unreadable', `${zipPath}: ${reason}`, {
      details: { document: basename(zipPath), reason },
      cause: error,
    });
  } finally {
    await file.close();
  }
}

async function readFrom(file: FileHandle, entryName: string, maxBytes: number): Promise<Buffer> {
  const zip = await fromFdPromise(file.fd, { autoClose: false, decodeStrings: false });
  const entry = await findEntry(zip, entryName);
  if (entry === null) throw new Error(`It has no “${entryName}”.`);
  if (Math.max(entry.compressedSize, entry.uncompressedSize) > maxBytes)
    throw new Error(`Its “${entryName}” is too large.`);
  if (!entry.canDecodeFileData()) throw new Error(`Its “${entryName}” is packed in an unknown way.`);
  const content = await buffer(await zip.openReadStreamPromise(entry));
  if (crc32(content) !== entry.crc32) throw new Error(`Its “${entryName}” is damaged.`);
  return content;
}

async function findEntry(zip: ZipFile, entryName: string): Promise<Entry | null> {
  if (zip.entryCount > defaultBundleLimits.maxEntries) throw new Error('It has too many entries.');
  for await (const entry of zip.eachEntry())
    if (entry.fileNameRaw.toString('utf8') === entryName) return entry;
  return null;
}
