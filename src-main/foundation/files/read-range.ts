import type { FileHandle } from 'node:fs/promises';
import type { ReadBytes } from '../../../src-shared/mp4-boxes.ts';
import { openRegularFile } from './read-foreign-file.ts';

/** Reads the bytes from `start` to `end` (exclusive); fewer at the end of the file. @throws the system's error. */
export async function readRange(
  handle: FileHandle,
  start: number,
  end: number,
): Promise<Buffer<ArrayBuffer>> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - start), 0, end - start, start);
  return buffer.subarray(0, bytesRead);
}

/**
 * Opens a regular file for reading ranges, and closes it afterwards.
 * @param within as for `openRegularFile`.
 * @throws as `openRegularFile`, and the system's error.
 */
export async function withRanges<T>(
  path: string,
  use: (read: ReadBytes, sizeBytes: number) => Promise<T>,
  within?: string,
): Promise<T> {
  const handle = await openRegularFile(path, { within });
  try {
    return await use((start, end) => readRange(handle, start, end), (await handle.stat()).size);
  } finally {
    await handle.close();
  }
}
