/** A sample that is the same every time; `DAILIES_TIMELINES=1000` writes and reads so many in each format. */
export const roundTripRuns = { numRuns: Number(process.env['DAILIES_TIMELINES'] ?? 100), seed: 11 };
