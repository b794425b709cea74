/** Uses a fixed seed. `DAILIES_TIMELINES=1000` writes and reads that many timelines in each format. */
export const roundTripRuns = { numRuns: Number(process.env['DAILIES_TIMELINES'] ?? 100), seed: 11 };
