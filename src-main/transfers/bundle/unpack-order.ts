import type { BundleEntry } from './bundle-listing.ts';
import type { UnpackFault } from './unpack-fault.ts';

/** What an unpacking thread is given. The threads share the entries and take them one by one from the board. */
export interface UnpackOrder {
  /** Descriptor number of the open zip file, valid in every thread of the process. */
  readonly zipDescriptor: number;
  readonly targetFolder: string;
  readonly entries: readonly BundleEntry[];
  /** Memory of the `UnpackBoard`. */
  readonly boardMemory: SharedArrayBuffer;
}

/** What an unpacking thread says. It ends after `finished`, `stopped` and `failed`. */
export type UnpackReport =
  /** Something was written or read since the last report. */
  | { readonly kind: 'progress' }
  /** Every file this thread took is written and checked; now it hashes them. */
  | { readonly kind: 'unpacked' }
  /** The SHA-256 of some unpacked files, by their index in the order's entries. */
  | { readonly kind: 'hashed'; readonly hashes: readonly UnpackedHash[] }
  | { readonly kind: 'finished' }
  /** The board asked for it. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly fault: UnpackFault };

export interface UnpackedHash {
  readonly index: number;
  /** Lower-case hexadecimal; null when the file was gone by then. */
  readonly sha256: string | null;
}
