import type { FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { crc32, inflateRawSync } from 'node:zlib';
import { AppError } from '../../../src-shared/app-error.ts';
import { openRegularFile } from '../../foundation/files/read-foreign-file.ts';
import { readArchiveEnd } from './archive-end.ts';
import { defaultBundleLimits } from './bundle-limits.ts';
import { type CentralRecord, localFixedBytes, localRecordBytes, readCentralRecord } from './zip-records.ts';
import { ZipSource } from './zip-source.ts';

const encryptedFlag = 0x0001;
const stored = 0;
const deflated = 8;

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
    return await readFrom(file, zipPath, entryName, limits.limitBytes);
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

async function readFrom(
  file: FileHandle,
  zipPath: string,
  entryName: string,
  maxBytes: number,
): Promise<Buffer> {
  const { size } = await file.stat();
  const source = new ZipSource(file, size);
  const end = await readArchiveEnd(source, basename(zipPath), defaultBundleLimits);
  const directory = await source.readWhole(end.directoryOffset, end.directoryBytes);
  const record = findRecord(directory, end.entryCount, entryName);
  if (record === null) throw new Error(`It has no “${entryName}”.`);
  if (Math.max(record.compressedSize, record.uncompressedSize) > maxBytes)
    throw new Error(`Its “${entryName}” is too large.`);
  return unpack(source, record, entryName);
}

function findRecord(directory: Buffer, entryCount: number, entryName: string): CentralRecord | null {
  let at = 0;
  for (let index = 0; index < entryCount; index += 1) {
    const record = readCentralRecord(directory, at);
    if (record.rawName.toString('utf8') === entryName) return record;
    at += record.lengthBytes;
  }
  return null;
}

async function unpack(source: ZipSource, record: CentralRecord, entryName: string): Promise<Buffer> {
  const { compressionMethod, compressedSize, uncompressedSize } = record;
  const isEncrypted = (record.generalPurposeBitFlag & encryptedFlag) !== 0;
  if (isEncrypted || (compressionMethod !== stored && compressionMethod !== deflated))
    throw new Error(`Its “${entryName}” is packed in an unknown way.`);
  const start = record.relativeOffsetOfLocalHeader;
  const header = localRecordBytes(await source.readAt(start, localFixedBytes));
  const packed = await source.readWhole(start + header, compressedSize);
  const content =
    compressionMethod === stored
      ? packed
      : inflateRawSync(packed, { maxOutputLength: Math.max(1, uncompressedSize) });
  if (content.length !== uncompressedSize || crc32(content) !== record.crc32)
    throw new Error(`Its “${entryName}” is damaged.`);
  return content;
}
