import type { BundleEntry } from '../bundle-listing.ts';
import type { UnpackFault } from './unpack-fault.ts';

/** The order for an unpacking thread. The threads share the entries and take them one by one from the board. */
export interface UnpackOrder {
  /** Descriptor number of the open zip file, valid in every thread of the process. */
  readonly bundleDescriptor: number;
  readonly targetFolder: string;
  readonly entries: readonly BundleEntry[];
  /** Memory of the `UnpackBoard`. */
  readonly boardMemory: SharedArrayBuffer;
}

/** Report of an unpacking thread. The thread ends after `finished`, `stopped` and `failed`. */
export type UnpackReport =
  /** The thread wrote or read something since the last report. */
  | { readonly kind: 'progress' }
  /** All files of this thread are written and checked; it hashes them next. */
  | { readonly kind: 'unpacked' }
  /** The SHA-256 of some unpacked files, by their index in the order's entries. */
  | { readonly kind: 'hashed'; readonly hashes: readonly UnpackedHash[] }
  | { readonly kind: 'finished' }
  /** The board was cancelled. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly fault: UnpackFault };

export interface UnpackedHash {
  readonly index: number;
  /** Lower-case hexadecimal; null when the file no longer exists. */
  readonly sha256: string | null;
}
