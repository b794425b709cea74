import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { systemCodeOf } from '../foundation/files/folder-errors.ts';
import { stopErrorOf, throwIfStopped } from '../foundation/wait.ts';

const chunkBytes = 256 * 1024;
const pipePauseMs = 20;

/**
 * Reads a file or a pipe, but no more than `limit` bytes: devices never end. A pipe without a writer is empty.
 * @throws AppError `cancelled`, and the system's errors.
 */
export async function readAtMost(path: string, limit: number, signal: AbortSignal): Promise<Buffer> {
  // Opens without blocking: a read that waits for a pipe could not be stopped. Windows has no such flag.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const chunks: Buffer[] = [];
    for (let left = limit; left > 0;) {
      const chunk = await readChunk(handle, Math.min(left, chunkBytes), signal);
      if (chunk.length === 0) break;
      chunks.push(chunk);
      left -= chunk.length;
    }
    return Buffer.concat(chunks);
  } finally {
    await handle.close();
  }
}

/** Reads the next bytes; empty at the end. Waits while a pipe has a writer. */
async function readChunk(handle: FileHandle, length: number, signal: AbortSignal): Promise<Buffer> {
  for (;;) {
    throwIfStopped(signal);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, null);
      return buffer.subarray(0, bytesRead);
    } catch (error) {
      if (systemCodeOf(error) !== 'EAGAIN') throw error;
    }
    await pause(pipePauseMs, undefined, { signal }).catch(() => {
      throw stopErrorOf(signal);
    });
  }
}
