/** Exit codes of the local service's program that the app distinguishes. */
export const serviceExitCodes = {
  /** The disk with the data folder is full; the number of ENOSPC. */
  diskFull: 28,
} as const;
