import { RandomAccessReader } from 'yauzl';

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

function endOfFile(position: number): Error {
  const isPossible = Number.isSafeInteger(position);
  return new Error(isPossible ? 'The file ends in a record.' : 'A record lies where no file can reach.');
}

/**
 * Reads the records of a zip file for yauzl through one open handle. It reads in windows, because each record takes two
 * small reads. Windows grow while reads follow each other closely, as with thousands of small entries, and shrink to a
 * header's size when reads are far apart.
 */
export class WindowedReader extends RandomAccessReader {
  readonly sizeBytes: number;
  readonly #file: PositionedFile;
  /** Reused for every window. */
  #memory: Buffer = Buffer.allocUnsafeSlow(minWindowBytes);
  #window: { readonly start: number; readonly bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };
  #windowBytes = minWindowBytes;

  constructor(file: PositionedFile, sizeBytes: number) {
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

  /** Returns up to `lengthBytes` from `position`, fewer at the end of the file. Valid until the next read. */
  async readAt(position: number, lengthBytes: number): Promise<Buffer> {
    const known = this.#inWindow(position, lengthBytes);
    if (known) return known;
    const ahead = position - this.#window.start - this.#window.bytes.length;
    const isNear = ahead >= 0 && ahead < this.#windowBytes;
    this.#windowBytes = isNear ? Math.min(this.#windowBytes * 2, maxWindowBytes) : minWindowBytes;
    const wanted = Math.max(lengthBytes, this.#windowBytes);
    if (this.#memory.length < wanted) this.#memory = Buffer.allocUnsafeSlow(wanted);
    const bytes = await this.#fill(this.#memory.subarray(0, wanted), position);
    this.#window = { start: position, bytes };
    return bytes.subarray(0, lengthBytes);
  }

  #inWindow(position: number, lengthBytes: number): Buffer | null {
    const from = position - this.#window.start;
    const isInside = from >= 0 && from + lengthBytes <= this.#window.bytes.length;
    return isInside ? this.#window.bytes.subarray(from, from + lengthBytes) : null;
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
