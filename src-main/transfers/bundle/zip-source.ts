/** What is needed of an open file. */
export interface PositionedFile {
  /** May read fewer bytes than asked for; none only at the end. */
  read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number }>;
}

const minWindowBytes = 4 * 1024;
const maxWindowBytes = 1024 * 1024;

/**
 * The zip file as its records are read: through one open handle, in windows, because each header is asked for in two
 * small pieces. Windows grow while one read follows on another, as with thousands of small entries, and shrink to a
 * header's size when reads are far apart.
 */
export class ZipSource {
  readonly sizeBytes: number;
  readonly #file: PositionedFile;
  /** Used for one window after the other. */
  #memory: Buffer = Buffer.allocUnsafeSlow(minWindowBytes);
  #window: { readonly start: number; readonly bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };
  #windowBytes = minWindowBytes;

  constructor(file: PositionedFile, sizeBytes: number) {
    this.#file = file;
    this.sizeBytes = sizeBytes;
  }

  /** Up to `lengthBytes` from `position`: fewer at the end of the file. Valid until the next read. */
  async readAt(position: number, lengthBytes: number): Promise<Buffer> {
    const from = position - this.#window.start;
    if (from >= 0 && from + lengthBytes <= this.#window.bytes.length) {
      return this.#window.bytes.subarray(from, from + lengthBytes);
    }
    const ahead = from - this.#window.bytes.length;
    const isNear = ahead >= 0 && ahead < this.#windowBytes;
    this.#windowBytes = isNear ? Math.min(this.#windowBytes * 2, maxWindowBytes) : minWindowBytes;
    const wanted = Math.max(lengthBytes, this.#windowBytes);
    if (this.#memory.length < wanted) this.#memory = Buffer.allocUnsafeSlow(wanted);
    const bytes = await this.#fill(this.#memory.subarray(0, wanted), position);
    this.#window = { start: position, bytes };
    return bytes.subarray(0, lengthBytes);
  }

  /** The same, in memory of its own. */
  async readWhole(position: number, lengthBytes: number): Promise<Buffer> {
    return this.#fill(Buffer.allocUnsafeSlow(lengthBytes), position);
  }

  /** The part of the buffer the file has bytes for. */
  async #fill(buffer: Buffer, position: number): Promise<Buffer> {
    const length = Math.max(0, Math.min(buffer.length, this.sizeBytes - position));
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await this.#file.read(buffer, filled, length - filled, position + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  }
}
