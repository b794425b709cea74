import { fieldLine, malformed, unsupported } from './response-head.ts';

const maxLineBytes = 4_096;
const maxTrailerLines = 64;
const lineFeed = 10;
/** A chunk size and its extensions: space is legal only before a semicolon. */
const sizeLine = /^0*([0-9A-Fa-f]{1,12})(?:[\t ]*;[\t\x20-\x7e]*)?$/;
/** Trailer fields that would state the length of the body a second time. */
const framingField = /^(?:content-length|transfer-encoding):/i;

/** A `ResponseBody` in chunks (RFC 9112 §7.1). Checks and drops extensions and trailers. */
export class ChunkedBody {
  readonly isFramed = true;
  #state: 'size' | 'data' | 'data-end' | 'trailer' | 'whole' = 'size';
  #line: Buffer[] = [];
  #lineBytes = 0;
  #leftBytes = 0;
  #trailerLines = 0;

  get isWhole(): boolean {
    return this.#state === 'whole';
  }

  feed(bytes: Uint8Array, sink: (piece: Uint8Array) => void): void {
    let rest = bytes;
    while (rest.length > 0) {
      if (this.#state === 'whole') throw malformed('bytes follow its end');
      rest = this.#state === 'data' ? this.#passOn(rest, sink) : this.#readLine(rest);
    }
  }

  #passOn(bytes: Uint8Array, sink: (piece: Uint8Array) => void): Uint8Array {
    const piece = bytes.subarray(0, this.#leftBytes);
    sink(piece);
    this.#leftBytes -= piece.length;
    if (this.#leftBytes === 0) this.#state = 'data-end';
    return bytes.subarray(piece.length);
  }

  #readLine(bytes: Uint8Array): Uint8Array {
    const end = bytes.indexOf(lineFeed);
    const part = end === -1 ? bytes : bytes.subarray(0, end + 1);
    this.#lineBytes += part.length;
    if (this.#lineBytes > maxLineBytes) throw unsupported('a line between its chunks is too long');
    this.#line.push(Buffer.from(part));
    if (end === -1) return bytes.subarray(bytes.length);
    const line = Buffer.concat(this.#line).toString('latin1');
    this.#line = [];
    this.#lineBytes = 0;
    if (!line.endsWith('\r\n')) throw malformed('a line between its chunks has no proper end');
    this.#takeLine(line.slice(0, -2));
    return bytes.subarray(end + 1);
  }

  #takeLine(line: string): void {
    if (this.#state === 'size') {
      const size = sizeLine.exec(line)?.[1];
      if (size === undefined) throw malformed('the size of a chunk is no number');
      this.#leftBytes = Number.parseInt(size, 16);
      this.#state = this.#leftBytes === 0 ? 'trailer' : 'data';
    } else if (this.#state === 'data-end') {
      if (line !== '') throw malformed('a chunk is longer than it says');
      this.#state = 'size';
    } else if (line === '') {
      this.#state = 'whole';
    } else {
      this.#trailerLines += 1;
      if (!fieldLine.test(line) || framingField.test(line))
        throw malformed('a line of its trailer is no field');
      if (this.#trailerLines > maxTrailerLines) throw unsupported('its trailer is too long');
    }
  }
}
