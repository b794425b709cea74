/** What a deck may have at most; larger ones may be made to fill memory and time. */
export const deckLimits = {
  pages: 300,
  fileBytes: 512 * 1024 ** 2,
  /** Parts of a PowerPoint file. */
  parts: 20_000,
  /** One part unpacked. */
  partBytes: 96 * 1024 ** 2,
  /** How much larger than packed a part of more than a mebibyte may be. */
  partRatio: 400,
  /** XML of one part. */
  xmlBytes: 24 * 1024 ** 2,
  /** Time for one page. */
  pageMs: 90_000,
} as const;
