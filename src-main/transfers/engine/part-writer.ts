import { writeSync } from 'node:fs';

const blockBytes = 1024 * 1024;
/** Larger pieces are written directly: copying them into a block would cost more than the call it saves. */
const largeBytes = 128 * 1024;

/** Writes pieces to a file one after the other. Combines small pieces into blocks of 1 MiB. */
export class PartWriter {
  readonly #descriptor: number;
  #block: Buffer | null = null;
  #filled = 0;
  #position: number;

  /** @param position offset of the first byte in the file. */
  constructor(descriptor: number, position: number) {
    this.#descriptor = descriptor;
    this.#position = position;
  }

  /** Offset up to which the file is written. */
  get writtenTo(): number {
    return this.#position;
  }

  /** Offset up to which the file will be written after `flush`. */
  get reaches(): number {
    return this.#position + this.#filled;
  }

  /** Writes or copies the piece, so that its memory may be reused afterwards. Throws errors of the system. */
  write(piece: Uint8Array): void {
    if (this.#filled === 0 && piece.length >= largeBytes) {
      this.#writeAll(piece);
      return;
    }
    this.#block ??= Buffer.allocUnsafeSlow(blockBytes);
    for (let rest = piece; rest.length > 0;) {
      const part = rest.subarray(0, blockBytes - this.#filled);
      this.#block.set(part, this.#filled);
      this.#filled += part.length;
      rest = rest.subarray(part.length);
      if (this.#filled === blockBytes) this.flush();
    }
  }

  flush(): void {
    if (this.#block === null || this.#filled === 0) return;
    const bytes = this.#block.subarray(0, this.#filled);
    this.#filled = 0;
    this.#writeAll(bytes);
  }

  #writeAll(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length;) {
      const written = writeSync(this.#descriptor, bytes, from, bytes.length - from, this.#position);
      from += written;
      this.#position += written;
    }
  }
}
