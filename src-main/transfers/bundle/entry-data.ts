import { readSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw, inflateRawSync } from 'node:zlib';
import type { BundleEntry } from './bundle-listing.ts';
import type { Violation } from './bundle-refusal.ts';
import { asSystemFault, UnpackFailure } from './unpack-fault.ts';

/** Measured: larger chunks fall out of the processor's cache before they are written, smaller ones cost calls. */
const chunkBytes = 256 * 1024;

/** Takes unpacked bytes in order. The bytes are valid until it returns. */
export type ChunkSink = (chunk: Uint8Array) => void;

/** Reads packed bytes of entries from the zip file, each position once, in chunks. */
export class EntryData {
  readonly #zipDescriptor: number;
  readonly #buffer: Buffer;

  constructor(zipDescriptor: number) {
    this.#zipDescriptor = zipDescriptor;
    this.#buffer = Buffer.allocUnsafeSlow(chunkBytes);
  }

  /** Passes the unpacked content of an entry to the sink; a length other than declared is the sink's to notice. */
  async unpack(entry: BundleEntry, sink: ChunkSink): Promise<void> {
    if (entry.method === 'stored') for (const chunk of this.#chunks(entry)) sink(chunk);
    else if (Math.max(entry.packedBytes, entry.sizeBytes) <= chunkBytes)
      sink(inflateAtOnce(entry, Buffer.concat([...this.#copiedChunks(entry)])));
    else await this.#inflate(entry, sink);
  }

  *#chunks(entry: BundleEntry): Generator<Buffer, void, undefined> {
    const end = entry.dataOffset + entry.packedBytes;
    for (let position = entry.dataOffset; position < end;) {
      const read = this.#read(entry, position, Math.min(chunkBytes, end - position));
      if (read === 0) throw contentFailure(entry, { rule: 'truncated' });
      position += read;
      yield this.#buffer.subarray(0, read);
    }
  }

  /** For whoever keeps a chunk while the next one is read into the same buffer. */
  #copiedChunks(entry: BundleEntry): Iterable<Buffer> {
    return this.#chunks(entry).map((chunk) => Buffer.from(chunk));
  }

  #read(entry: BundleEntry, position: number, wanted: number): number {
    try {
      return readSync(this.#zipDescriptor, this.#buffer, 0, wanted, position);
    } catch (error) {
      throw asSystemFault(error, 'read', entry.relativePath);
    }
  }

  async #inflate(entry: BundleEntry, sink: ChunkSink): Promise<void> {
    const inflate = createInflateRaw({ chunkSize: chunkBytes });
    try {
      await pipeline(this.#copiedChunks(entry), inflate, async (unpacked: AsyncIterable<Buffer>) => {
        for await (const chunk of unpacked) sink(chunk);
      });
    } catch (error) {
      throw asInflateFailure(error, entry);
    }
    checkConsumed(entry, inflate.bytesWritten);
  }
}

/** A stream per entry costs more than inflating a small one: this keeps thousands of them quick. */
function inflateAtOnce(entry: BundleEntry, packed: Buffer): Buffer {
  try {
    // One byte more than declared may come out, so that a lie about the size is seen and not cut off.
    const result = inflateRawSync(packed, { maxOutputLength: entry.sizeBytes + 1, info: true });
    const { buffer, engine } = result as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
    checkConsumed(entry, engine.bytesWritten);
    return buffer;
  } catch (error) {
    throw asInflateFailure(error, entry);
  }
}

function checkConsumed(entry: BundleEntry, consumedBytes: number): void {
  if (consumedBytes !== entry.packedBytes)
    throw contentFailure(entry, { rule: 'bad-compressed-data', fact: 'bytes follow its end' });
}

function contentFailure(entry: BundleEntry, violation: Violation, cause?: unknown): UnpackFailure {
  return new UnpackFailure({ kind: 'content', relativePath: entry.relativePath, violation }, cause);
}

/** zlib has codes of its own for damaged data; running over the declared size has one of Node's. */
function asInflateFailure(error: unknown, entry: BundleEntry): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ERR_BUFFER_TOO_LARGE') return contentFailure(entry, { rule: 'size-mismatch' }, error);
  const isDataError = code === 'Z_DATA_ERROR' || code === 'Z_BUF_ERROR' || code === 'Z_NEED_DICT';
  return isDataError ? contentFailure(entry, { rule: 'bad-compressed-data' }, error) : error;
}
