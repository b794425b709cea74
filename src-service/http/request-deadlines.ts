/** Deadlines for a client to send its request, in milliseconds. */
export interface RequestDeadlines {
  readonly headersMs: number;
  readonly bodyMs: number;
  /** Interval of the check for late headers. */
  readonly checkIntervalMs: number;
}

/** Together about 40 seconds: without limits, a client that never finishes would hold its connection for ever. */
export const requestDeadlines: RequestDeadlines = {
  headersMs: 10_000,
  bodyMs: 30_000,
  checkIntervalMs: 5_000,
};
