import type { FileHandle } from 'node:fs/promises';
import { writeAll } from '../files/write-durably.ts';

const blockBytes = 1024 * 1024;

/** Gathers small pieces into blocks of 1 MiB; while one block is being written the next one fills. */
export class CoalescingWriter {
  readonly #handle: FileHandle;
  #block = Buffer.allocUnsafe(blockBytes);
  #spare = Buffer.allocUnsafe(blockBytes);
  #filled = 0;
  #position: number;
  #writing: Promise<void> = Promise.resolve();

  /** @param position of the first byte in the file. */
  constructor(handle: FileHandle, position: number) {
    this.#handle = handle;
    this.#position = position;
  }

  async write(piece: Uint8Array): Promise<void> {
    let rest = piece;
    while (rest.length > 0) {
      const part = rest.subarray(0, blockBytes - this.#filled);
      this.#block.set(part, this.#filled);
      this.#filled += part.length;
      rest = rest.subarray(part.length);
      if (this.#filled === blockBytes) await this.#passOn();
    }
  }

  /** Resolves when everything so far is in the file. */
  async flush(): Promise<void> {
    await this.#passOn();
    await this.#writing;
  }

  async #passOn(): Promise<void> {
    await this.#writing;
    const bytes = this.#block.subarray(0, this.#filled);
    this.#writing = writeAll(this.#handle, bytes, this.#position);
    this.#writing.catch(() => undefined);
    this.#position += this.#filled;
    this.#filled = 0;
    [this.#block, this.#spare] = [this.#spare, this.#block];
  }
}
