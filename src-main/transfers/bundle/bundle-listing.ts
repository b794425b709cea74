import type { FileHandle } from 'node:fs/promises';
import type { BundleLimits } from './bundle-limits.ts';

/** One file of an inspected bundle. The inspection checked every number against the bundle's own bytes. */
export interface BundleEntry {
  /** Path inside the bundle, `/` between segments, safe on every supported system. */
  readonly relativePath: string;
  readonly method: 'stored' | 'deflated';
  /** Offset of the entry's packed bytes in the bundle. */
  readonly dataOffset: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
  readonly crc32: number;
}

/**
 * A bundle found safe to unpack. It keeps its file open, so that the inspected bytes are unpacked even if the file is
 * replaced meanwhile. `unpackListing` closes it; a caller that does not unpack must close it itself.
 */
export interface BundleListing extends AsyncDisposable {
  /** Files in the order of the bundle. */
  readonly entries: readonly BundleEntry[];
  /** Every folder, listed or implied by a file's path; parents come before children. */
  readonly folders: readonly string[];
  readonly totalBytes: number;
  readonly limits: BundleLimits;
  readonly bundleFile: FileHandle;
  /** Closes the file. May be called more than once. */
  close(): Promise<void>;
}

/** One unpacked file in the target folder. */
export interface UnpackedFile {
  readonly relativePath: string;
  readonly sizeBytes: number;
  /**
   * Lower-case hexadecimal, computed after the unpacking. Rejects with `cancelled` when the signal is aborted first,
   * and with `file_unreadable` when the file no longer exists by then. Nobody has to await it.
   */
  readonly sha256: Promise<string>;
}
