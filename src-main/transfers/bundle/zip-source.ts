/** The part of an open file's interface used here. */
export interface PositionedFile {
  /** May read fewer bytes than requested; reads zero bytes only at the end of the file. */
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
 * Reads the records of a zip file through one open handle. It reads in windows, because each header takes two small
 * reads. Windows grow while reads follow each other closely, as with thousands of small entries, and shrink to a
 * header's size when reads are far apart.
 */
export class ZipSource {
  readonly sizeBytes: number;
  readonly #file: PositionedFile;
  /** Reused for every window. */
  #memory: Buffer = Buffer.allocUnsafeSlow(minWindowBytes);
  #window: { readonly start: number; readonly bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };
  #windowBytes = minWindowBytes;

  constructor(file: PositionedFile, sizeBytes: number) {
    this.#file = file;
    this.sizeBytes = sizeBytes;
  }

  /** Returns up to `lengthBytes` from `position`, fewer at the end of the file. Valid until the next read. */
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

  /** As `readAt`, but in memory of its own. */
  async readWhole(position: number, lengthBytes: number): Promise<Buffer> {
    return this.#fill(Buffer.allocUnsafeSlow(lengthBytes), position);
  }

  /** Returns the part of the buffer that the file has bytes for. */
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
