import { RandomAccessReader } from 'yauzl';

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

/** One stretch of the zip file held in memory. */
interface Window {
  readonly start: number;
  readonly bytes: Buffer;
}

const minWindowBytes = 4 * 1024;
const maxWindowBytes = 1024 * 1024;

/**
 * The zip file as the directory parser reads it: through one open handle, with the central directory held whole
 * and everything else read in windows, because each header is asked for in two small pieces. Windows grow while one read follows on
 * another, as with thousands of small entries, and shrink to a header's size when reads are far apart.
 */
export class ZipSource extends RandomAccessReader {
  readonly sizeBytes: number;
  readonly #file: PositionedFile;
  #directory: Window = { start: 0, bytes: Buffer.alloc(0) };
  #window: Window = { start: 0, bytes: Buffer.alloc(0) };
  #windowBytes = minWindowBytes;

  constructor(file: PositionedFile, sizeBytes: number) {
    super();
    this.#file = file;
    this.sizeBytes = sizeBytes;
  }

  /** Reads the central directory once; later reads inside it cost nothing. */
  async holdDirectory(start: number, lengthBytes: number): Promise<void> {
    this.#directory = { start, bytes: await this.#readFromFile(start, lengthBytes) };
  }

  /** Up to `lengthBytes` from `position`: fewer at the end of the file. */
  async readAt(position: number, lengthBytes: number): Promise<Buffer> {
    const held = this.#findHeld(position, lengthBytes);
    if (held) return held;
    const ahead = position - this.#window.start - this.#window.bytes.length;
    const isNear = ahead >= 0 && ahead < this.#windowBytes;
    this.#windowBytes = isNear ? Math.min(this.#windowBytes * 2, maxWindowBytes) : minWindowBytes;
    const bytes = await this.#readFromFile(position, Math.max(lengthBytes, this.#windowBytes));
    this.#window = { start: position, bytes };
    return bytes.subarray(0, lengthBytes);
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    const held = this.#findHeld(position, length);
    if (held) {
      callback(null, held.copy(buffer, offset));
      return;
    }
    this.readAt(position, length).then(
      (bytes) => {
        callback(null, bytes.copy(buffer, offset));
      },
      (error: unknown) => {
        callback(error instanceof Error ? error : new Error(String(error)));
      },
    );
  }

  #findHeld(position: number, lengthBytes: number): Buffer | null {
    for (const { start, bytes } of [this.#directory, this.#window]) {
      const from = position - start;
      if (from >= 0 && from + lengthBytes <= bytes.length) return bytes.subarray(from, from + lengthBytes);
    }
    return null;
  }

  async #readFromFile(position: number, lengthBytes: number): Promise<Buffer> {
    const length = Math.max(0, Math.min(lengthBytes, this.sizeBytes - position));
    const buffer = Buffer.allocUnsafe(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await this.#file.read(buffer, filled, length - filled, position + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  }
}
