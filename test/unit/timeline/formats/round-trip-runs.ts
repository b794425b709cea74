const numRuns = Number(process.env['DAILIES_TIMELINES'] ?? 100);

/** Uses a fixed seed. `DAILIES_TIMELINES=1000` writes and reads that many timelines in each format. */
export const roundTripRuns = { numRuns, seed: 11 };

/** Limit of a test with these runs, in milliseconds, for a busy machine. */
export const roundTripLimitMs = Math.max(60_000, numRuns * 600);
