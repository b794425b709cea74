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

/** The SHA-256 of one unpacked file, by its index in the order's entries. */
export interface UnpackedHash {
  readonly index: number;
  readonly sha256: string;
}

/** What an unpacking thread says. It ends after anything but `progress`. */
export type UnpackReport =
  /** Something was written or synced since the last report. */
  | { readonly kind: 'progress' }
  /** Every file this thread took is written, checked and on the disk. */
  | { readonly kind: 'finished'; readonly hashes: readonly UnpackedHash[] }
  /** The board asked for it. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly fault: UnpackFault };
