import { createHash, type Hash } from 'node:crypto';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { isSystemError } from '../../foundation/system-error.ts';

const chunkBytes = 256 * 1024;
/** Windows has no O_NOFOLLOW. */
const readOnly = constants.O_RDONLY | ((constants.O_NOFOLLOW as number | undefined) ?? 0);

/** Computes the SHA-256 of files, one after the other. */
export class FileHasher {
  readonly #buffer = Buffer.allocUnsafeSlow(chunkBytes);
  readonly #onChunk: () => void;

  /** @param onChunk called before each chunk; what it throws ends the work. */
  constructor(onChunk: () => void) {
    this.#onChunk = onChunk;
  }

  /** In lower-case hexadecimal; null for a file that is gone or cannot be read. */
  hash(path: string): string | null {
    try {
      const descriptor = openSync(path, readOnly);
      try {
        return this.#read(descriptor, createHash('sha256'));
      } finally {
        closeSync(descriptor);
      }
    } catch (error) {
      if (isSystemError(error)) return null;
      throw error;
    }
  }

  #read(descriptor: number, hash: Hash): string {
    for (;;) {
      this.#onChunk();
      const size = readSync(descriptor, this.#buffer, 0, chunkBytes, null);
      if (size === 0) return hash.digest('hex');
      hash.update(this.#buffer.subarray(0, size));
    }
  }
}
