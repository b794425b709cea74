import type { FileHandle } from 'node:fs/promises';
import type { BundleLimits } from './bundle-limits.ts';

/** One file of an inspected bundle. The inspection checked every number against the archive's own bytes. */
export interface BundleEntry {
  /** Path inside the bundle, `/` between segments, safe on every supported system. */
  readonly relativePath: string;
  readonly method: 'stored' | 'deflated';
  /** Offset of the entry's packed bytes in the zip file. */
  readonly dataOffset: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
  readonly crc32: number;
}

/**
 * A bundle found safe to unpack. It keeps the zip file open, so that the extraction unpacks the inspected bytes even if
 * the file is replaced meanwhile. The extraction closes the file; a caller that does not extract must close it itself.
 */
export interface BundleListing extends AsyncDisposable {
  /** Files in archive order. */
  readonly entries: readonly BundleEntry[];
  /** Every folder, listed or implied by a file's path; parents come before children. */
  readonly folders: readonly string[];
  readonly totalBytes: number;
  readonly limits: BundleLimits;
  readonly zipFile: FileHandle;
  /** Closes the zip file. May be called more than once. */
  close(): Promise<void>;
}

/** One extracted file in the target folder. */
export interface ExtractedFile {
  readonly relativePath: string;
  readonly sizeBytes: number;
  /**
   * Lower-case hexadecimal, computed after the extraction. Rejects with `cancelled` when the signal is aborted first,
   * and with `file_unreadable` when the file no longer exists by then. Nobody has to await it.
   */
  readonly sha256: Promise<string>;
}
