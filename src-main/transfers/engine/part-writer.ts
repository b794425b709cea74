import { writeSync } from 'node:fs';

const blockBytes = 1024 * 1024;
/** Larger pieces are written as they are: copying them together first would cost more than the call it saves. */
const largeBytes = 128 * 1024;

/** Writes pieces one after the other into a file, small ones together in blocks of 1 MiB. */
export class PartWriter {
  readonly #descriptor: number;
  #block: Buffer | null = null;
  #filled = 0;
  #position: number;

  /** @param position of the first byte in the file. */
  constructor(descriptor: number, position: number) {
    this.#descriptor = descriptor;
    this.#position = position;
  }

  /** How far the file is written. */
  get writtenTo(): number {
    return this.#position;
  }

  /** How far the file will be written after `flush`. */
  get reaches(): number {
    return this.#position + this.#filled;
  }

  /** The piece may be used for something else when this returns. Throws what the system says. */
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
