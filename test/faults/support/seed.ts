/** What faults are drawn with: the same every time here, and another one each night. */
export const seed = process.env['DAILIES_SEED'] ?? '1';
