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
    throw unreadableZip(zipPath, error);
  } finally {
    await file.close();
  }
}

/** Returns the sizes in bytes of the files in a zip file by path; empty for one that cannot be read. */
export async function zipEntrySizes(zipPath: string, within: string): Promise<ReadonlyMap<string, number>> {
  const file = await openRegularFile(zipPath, { within }).catch(() => null);
  if (file === null) return new Map();
  try {
    const sizes = new Map<string, number>();
    for await (const entry of entriesOf(await openZip(file)))
      sizes.set(nameOf(entry), entry.uncompressedSize);
    return sizes;
  } catch {
    return new Map();
  } finally {
    await file.close();
  }
}

/**
 * Reads one file of a zip file in pieces.
 * @throws AppError as `readZipEntry`.
 */
export async function* zipEntryChunks(
  zipPath: string,
  entryName: string,
  limits: EntryLimits,
): AsyncGenerator<Buffer> {
  const file = await openRegularFile(zipPath, limits);
  try {
    yield* chunksOf(file, entryName, limits.limitBytes);
  } catch (error) {
    throw unreadableZip(zipPath, error);
  } finally {
    await file.close();
  }
}

async function readFrom(file: FileHandle, entryName: string, maxBytes: number): Promise<Buffer> {
  return buffer(chunksOf(file, entryName, maxBytes));
}

async function* chunksOf(file: FileHandle, entryName: string, maxBytes: number): AsyncGenerator<Buffer> {
  const zip = await openZip(file);
  const entry = await findEntry(zip, entryName);
  if (entry === null) throw new Error(`It has no “${entryName}”.`);
  if (Math.max(entry.compressedSize, entry.uncompressedSize) > maxBytes)
    throw new Error(`Its “${entryName}” is too large.`);
  if (!entry.canDecodeFileData()) throw new Error(`Its “${entryName}” is packed in an unknown way.`);
  const chunks: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry);
  let checksum = 0;
  for await (const chunk of chunks) {
    checksum = crc32(chunk, checksum);
    yield chunk;
  }
  if (checksum !== entry.crc32) throw new Error(`Its “${entryName}” is damaged.`);
}

/** Returns an error of the file system as it is, and any other as one of the zip file. */
function unreadableZip(zipPath: string, error: unknown): unknown {
  if (error instanceof Error && 'syscall' in error) return error;
  const reason = error instanceof Error ? error.message : '';
  return new AppError('document_unreadable', `${zipPath}: ${reason}`, {
    details: { document: basename(zipPath), reason },
    cause: error,
  });
}

function openZip(file: FileHandle): Promise<ZipFile> {
  return fromFdPromise(file.fd, { autoClose: false, decodeStrings: false });
}

function entriesOf(zip: ZipFile): AsyncIterable<Entry> {
  if (zip.entryCount > defaultBundleLimits.maxEntries) throw new Error('It has too many entries.');
  return zip.eachEntry();
}

const nameOf = ({ fileNameRaw }: Entry): string => fileNameRaw.toString('utf8');

async function findEntry(zip: ZipFile, entryName: string): Promise<Entry | null> {
  for await (const entry of entriesOf(zip)) if (nameOf(entry) === entryName) return entry;
  return null;
}
