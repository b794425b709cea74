import type { FileHandle } from 'node:fs/promises';
import { RandomAccessReader } from 'yauzl';

const windowBytes = 256 * 1024;

function endOfFile(position: number): Error {
  const isPossible = Number.isSafeInteger(position);
  return new Error(isPossible ? 'The file ends in a record.' : 'A record lies where no file can reach.');
}

/**
 * Reads the records of a zip file for yauzl through one open handle. It reads in windows: with thousands of small
 * entries, a system call for each record would take three times as long.
 */
export class WindowedReader extends RandomAccessReader {
  readonly sizeBytes: number;
  readonly #file: FileHandle;
  #window: { readonly start: number; readonly bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };

  constructor(file: FileHandle, sizeBytes: number) {
    super();
    this.#file = file;
    this.sizeBytes = sizeBytes;
  }

  /** Reads for yauzl; fails at the end of the file. */
  override read(
    target: Buffer,
    offset: number,
    lengthBytes: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    const done = (bytes: Buffer): void => {
      bytes.copy(target, offset);
      callback(bytes.length < lengthBytes ? endOfFile(position) : null);
    };
    const known = this.#inWindow(position, lengthBytes);
    if (known) done(known);
    else this.readAt(position, lengthBytes).then(done, callback);
  }

  /** Returns up to `lengthBytes` from `position`, fewer at the end of the file. */
  async readAt(position: number, lengthBytes: number): Promise<Buffer> {
    const known = this.#inWindow(position, lengthBytes);
    if (known || position >= this.sizeBytes) return known ?? Buffer.alloc(0);
    const buffer = Buffer.allocUnsafe(Math.max(lengthBytes, windowBytes));
    const { bytesRead } = await this.#file.read(buffer, 0, buffer.length, position);
    this.#window = { start: position, bytes: buffer.subarray(0, bytesRead) };
    return buffer.subarray(0, Math.min(lengthBytes, bytesRead));
  }

  #inWindow(position: number, lengthBytes: number): Buffer | null {
    const { start, bytes } = this.#window;
    const from = position - start;
    return from >= 0 && from + lengthBytes <= bytes.length ? bytes.subarray(from, from + lengthBytes) : null;
  }
}
