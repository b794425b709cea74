import { marginBytes } from '../../foundation/files/free-space.ts';

const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;

/** Limits on the disk space and memory a bundle may use. Sizes are unpacked bytes unless stated otherwise. */
export interface BundleLimits {
  /** Number of files and folders, including folders that appear only in a path. */
  readonly maxEntries: number;
  /** Size of the central directory, which stays in memory during the inspection. */
  readonly maxDirectoryBytes: number;
  readonly maxTotalBytes: number;
  /** Space that must stay free on the destination volume after everything is unpacked. */
  readonly freeSpaceMarginBytes: number;
  /** Unpacked bytes per packed byte of a deflated entry. Deflate itself can reach 1,032. */
  readonly maxInflationRatio: number;
  /** An entry up to this size may have any ratio: a minute of silence deflates a thousandfold. */
  readonly ratioFreeBytes: number;
  /** Length of a whole path inside the bundle, in UTF-16 units, as Windows counts them. */
  readonly maxPathLength: number;
  /** Number of path segments, including the file's own name. */
  readonly maxDepth: number;
}

/** Generous for any real delivery (hours of clips), yet small against the sizes a hostile bundle can declare. */
export const defaultBundleLimits: BundleLimits = {
  maxEntries: 10_000,
  maxDirectoryBytes: 16 * mebibyte,
  maxTotalBytes: 200 * gibibyte,
  freeSpaceMarginBytes: marginBytes,
  maxInflationRatio: 200,
  ratioFreeBytes: 16 * mebibyte,
  maxPathLength: 240,
  maxDepth: 16,
};
