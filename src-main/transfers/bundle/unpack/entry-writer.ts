import { writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { BundleEntry } from '../bundle-listing.ts';
import type { BundleRule } from '../bundle-refusal.ts';
import { UnpackFailure } from './unpack-fault.ts';

/** Writes the unpacked bytes of one entry in order and checks them against the declared length and checksum. */
export class EntryWriter {
  readonly #entry: BundleEntry;
  readonly #descriptor: number;
  #crc = 0;
  #written = 0;

  constructor(entry: BundleEntry, descriptor: number) {
    this.#entry = entry;
    this.#descriptor = descriptor;
  }

  /** Writes the whole chunk. Throws if the file would become longer than declared. */
  write(chunk: Uint8Array): void {
    if (this.#written + chunk.length > this.#entry.sizeBytes) throw this.#failure('size-mismatch');
    this.#crc = crc32(chunk, this.#crc);
    for (let from = 0; from < chunk.length;)
      from += writeSync(this.#descriptor, chunk, from, chunk.length - from, this.#written + from);
    this.#written += chunk.length;
  }

  /** Checks that length and checksum of the whole content are as declared. */
  finish(): void {
    if (this.#written !== this.#entry.sizeBytes) throw this.#failure('size-mismatch');
    if (this.#crc !== this.#entry.crc32) throw this.#failure('checksum-mismatch');
  }

  #failure(rule: BundleRule): UnpackFailure {
    return new UnpackFailure({
      kind: 'content',
      relativePath: this.#entry.relativePath,
      violation: { rule },
    });
  }
}
