/** Limits of a deck. Larger ones may be crafted to exhaust memory and time. */
export const deckLimits = {
  pages: 300,
  fileBytes: 512 * 1024 ** 2,
  /** Number of parts in a PowerPoint file. */
  parts: 20_000,
  /** Unpacked size of one part. */
  partBytes: 96 * 1024 ** 2,
  /** Largest ratio of unpacked to packed size for parts above one mebibyte. */
  partRatio: 400,
  /** Size of one XML part. */
  xmlBytes: 24 * 1024 ** 2,
  /** Time limit of one page. */
  pageMs: 90_000,
} as const;
