import { ChunkedBody } from './chunked-body.ts';
import { type ResponseHead, malformed } from './response-head.ts';

/** Extracts the body from the bytes of a connection. */
export interface ResponseBody {
  /** True as soon as the body is complete. */
  readonly isWhole: boolean;
  /** False if the end of the connection is the end of the body. */
  readonly isFramed: boolean;
  /** @throws AppError `download_failed` with reason `malformed` for invalid bytes. */
  feed(bytes: Uint8Array, sink: (piece: Uint8Array) => void): void;
}

class CountedBody implements ResponseBody {
  readonly isFramed = true;
  #leftBytes: number;

  constructor(lengthBytes: number) {
    this.#leftBytes = lengthBytes;
  }

  get isWhole(): boolean {
    return this.#leftBytes === 0;
  }

  feed(bytes: Uint8Array, sink: (piece: Uint8Array) => void): void {
    if (bytes.length > this.#leftBytes) throw malformed('bytes follow its end');
    this.#leftBytes -= bytes.length;
    sink(bytes);
  }
}

class OpenBody implements ResponseBody {
  readonly isWhole = false;
  readonly isFramed = false;

  feed(bytes: Uint8Array, sink: (piece: Uint8Array) => void): void {
    sink(bytes);
  }
}

/**
 * Returns the decoder for the framing of a response to GET (RFC 9112 §6.3).
 * @throws AppError `download_failed` with reason `malformed` for two framings at once, which intermediaries may read
 * differently.
 */
export function responseBodyOf({ status, headers }: ResponseHead): ResponseBody {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  const isChunked = encoding?.toLowerCase() === 'chunked';
  if (encoding !== undefined && length !== undefined) throw malformed('it has two lengths');
  if (encoding !== undefined && !isChunked) throw malformed('its transfer encoding is unknown');
  if (length !== undefined && !/^0*\d{1,15}$/.test(length)) throw malformed('its length is no number');
  if (status === 204 || status === 304) return new CountedBody(0);
  if (isChunked) return new ChunkedBody();
  return length === undefined ? new OpenBody() : new CountedBody(Number(length));
}
