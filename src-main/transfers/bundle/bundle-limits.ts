import { marginBytes } from '../../foundation/free-space.ts';

const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;

/** How much a bundle may ask of the disk and of memory. Sizes are bytes as unpacked unless named otherwise. */
export interface BundleLimits {
  /** Files and folders together, also folders that only a path names. */
  readonly maxEntries: number;
  /** Of the central directory, which is held in memory while the bundle is inspected. */
  readonly maxDirectoryBytes: number;
  readonly maxTotalBytes: number;
  /** What must stay free on the destination volume when everything is unpacked. */
  readonly freeSpaceMarginBytes: number;
  /** Unpacked bytes per packed byte of a deflated entry. Deflate itself can reach 1,032. */
  readonly maxInflationRatio: number;
  /** Up to this size the ratio of one entry does not matter: a minute of silence deflates a thousandfold. */
  readonly ratioFreeBytes: number;
  /** Of a whole path inside the bundle, in UTF-16 units, as Windows counts them. */
  readonly maxPathLength: number;
  /** Path segments, the file's own name included. */
  readonly maxDepth: number;
}

/** Generous for any real delivery (hours of clips), small against what a hostile archive can declare. */
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
