import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { centralHeader, endOfDirectory, localHeader, type ZipEntryFacts } from './zip-records.ts';

const copyChunkBytes = 1024 * 1024;

/** An entry of a bundle: a generated text or a media file on disk. */
export type BundleEntry =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly path: string; readonly sizeBytes: number };

interface ZipTarget {
  readonly handle: FileHandle;
  readonly modifiedAt: Date;
  readonly signal: AbortSignal;
  readonly onBytes: (count: number) => void;
}

async function writeAll(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.byteLength;) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.byteLength - done, position + done);
    done += bytesWritten;
  }
}

/** Copies a file into the zip and returns its checksum. @throws if the file is shorter than announced. */
async function copyFileInto(
  target: ZipTarget,
  path: string,
  sizeBytes: number,
  position: number,
): Promise<number> {
  const source = await open(path, 'r');
  const chunk = Buffer.allocUnsafe(Math.min(copyChunkBytes, Math.max(1, sizeBytes)));
  let checksum = 0;
  try {
    for (let done = 0; done < sizeBytes;) {
      target.signal.throwIfAborted();
      const { bytesRead } = await source.read(chunk, 0, Math.min(chunk.byteLength, sizeBytes - done), done);
      if (bytesRead === 0) throw new Error('A media file became shorter while it was being bundled.');
      const bytes = chunk.subarray(0, bytesRead);
      checksum = crc32(bytes, checksum);
      await writeAll(target.handle, bytes, position + done);
      done += bytesRead;
      target.onBytes(bytesRead);
    }
  } finally {
    await source.close();
  }
  return checksum;
}

async function writeEntry(target: ZipTarget, entry: BundleEntry, offset: number): Promise<ZipEntryFacts> {
  const { modifiedAt } = target;
  if ('text' in entry) {
    const bytes = Buffer.from(entry.text);
    const facts = { name: entry.name, crc32: crc32(bytes), sizeBytes: bytes.byteLength, offset, modifiedAt };
    await writeAll(target.handle, Buffer.concat([localHeader(facts), bytes]), offset);
    return facts;
  }
  const { name, sizeBytes } = entry;
  const unsummed = { name, crc32: 0, sizeBytes, offset, modifiedAt };
  const start = offset + localHeader(unsummed).byteLength;
  const facts = { ...unsummed, crc32: await copyFileInto(target, entry.path, sizeBytes, start) };
  await writeAll(target.handle, localHeader(facts), offset);
  return facts;
}

/**
 * Writes a zip with uncompressed entries. Media does not compress, and stored entries can be copied out by position.
 * Local headers are complete, without trailing data descriptors. Large files and offsets use ZIP64 records.
 */
export async function writeStoredZip(
  zipPath: string,
  entries: readonly BundleEntry[],
  options: {
    readonly modifiedAt: Date;
    readonly signal: AbortSignal;
    readonly onProgress: (fraction: number) => void;
  },
): Promise<void> {
  const totalBytes = entries.reduce((sum, entry) => sum + ('path' in entry ? entry.sizeBytes : 0), 0);
  let copiedBytes = 0;
  const onBytes = (count: number) => {
    copiedBytes += count;
    options.onProgress(copiedBytes / totalBytes);
  };
  const handle = await open(zipPath, 'w', 0o600);
  try {
    const target = { handle, onBytes, modifiedAt: options.modifiedAt, signal: options.signal };
    const written: ZipEntryFacts[] = [];
    let offset = 0;
    for (const entry of entries) {
      const facts = await writeEntry(target, entry, offset);
      written.push(facts);
      offset += localHeader(facts).byteLength + facts.sizeBytes;
    }
    const directory = Buffer.concat(written.map(centralHeader));
    const end = endOfDirectory(written.length, directory.byteLength, offset);
    await writeAll(handle, Buffer.concat([directory, end]), offset);
  } finally {
    await handle.close();
  }
}
