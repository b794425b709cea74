/** Seed for random faults: constant by default, a new one each night. */
export const seed = process.env['DAILIES_SEED'] ?? '1';
