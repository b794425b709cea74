import { readSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw, inflateRawSync } from 'node:zlib';
import type { BundleEntry } from './bundle-listing.ts';
import type { Violation } from './bundle-refusal.ts';
import { asSystemFault, UnpackFailure } from './unpack/unpack-fault.ts';

/** Measured: larger chunks leave the processor's cache before they are written, and smaller ones cost more calls. */
const chunkBytes = 256 * 1024;

/** Receives unpacked bytes in order. The bytes are valid only until it returns. */
export type ChunkSink = (chunk: Uint8Array) => void;

/** Reads the packed bytes of entries from the bundle in chunks, each position once. */
export class EntryData {
  readonly #bundleDescriptor: number;
  readonly #buffer: Buffer;

  constructor(bundleDescriptor: number) {
    this.#bundleDescriptor = bundleDescriptor;
    this.#buffer = Buffer.allocUnsafeSlow(chunkBytes);
  }

  /** Passes the unpacked content of an entry to the sink. The sink must notice a length other than the declared one. */
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

  /** Copies each chunk, because the next one is read into the same buffer. */
  #copiedChunks(entry: BundleEntry): Iterable<Buffer> {
    return this.#chunks(entry).map((chunk) => Buffer.from(chunk));
  }

  #read(entry: BundleEntry, position: number, wanted: number): number {
    try {
      return readSync(this.#bundleDescriptor, this.#buffer, 0, wanted, position);
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

/** Inflates a small entry in one call. A stream per entry would cost more, which matters with thousands of entries. */
function inflateAtOnce(entry: BundleEntry, packed: Buffer): Buffer {
  try {
    // One extra byte of output is allowed, so that a false size is noticed instead of cut off.
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

/**
 * Converts failures to inflate. zlib has its own codes for damaged data; Node has one for exceeding the declared size.
 */
function asInflateFailure(error: unknown, entry: BundleEntry): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ERR_BUFFER_TOO_LARGE') return contentFailure(entry, { rule: 'size-mismatch' }, error);
  const isDataError = code === 'Z_DATA_ERROR' || code === 'Z_BUF_ERROR' || code === 'Z_NEED_DICT';
  return isDataError ? contentFailure(entry, { rule: 'bad-compressed-data' }, error) : error;
}
