import type { FileHandle } from 'node:fs/promises';
import type { BundleLimits } from './bundle-limits.ts';

/** One file of an inspected bundle. Every number was checked against the archive's own bytes. */
export interface BundleEntry {
  /** Path inside the bundle, `/` between segments, safe on every supported system. */
  readonly relativePath: string;
  readonly method: 'stored' | 'deflated';
  /** Where the entry's packed bytes start in the zip file. */
  readonly dataOffset: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
  readonly crc32: number;
}

/**
 * A bundle found safe to unpack. It holds the zip file open, so that what was inspected is what will be
 * unpacked even if the file is replaced meanwhile; extraction closes it, and so must whoever decides not to
 * extract.
 */
export interface BundleListing extends AsyncDisposable {
  /** Files in the order they lie in the archive. */
  readonly entries: readonly BundleEntry[];
  /** Every folder, whether listed or implied by a file's path, parents before children. */
  readonly folders: readonly string[];
  readonly totalBytes: number;
  readonly limits: BundleLimits;
  readonly zipFile: FileHandle;
  /** Closes the zip file. May be called more than once. */
  close(): Promise<void>;
}

/** One file as it now lies in the target folder. */
export interface ExtractedFile {
  readonly relativePath: string;
  readonly sizeBytes: number;
  /**
   * Lower-case hexadecimal, computed behind the extraction. Rejects with `cancelled` when the signal is aborted
   * meanwhile, and with `file_unreadable` when the file was gone by then; it need not be awaited.
   */
  readonly sha256: Promise<string>;
}
