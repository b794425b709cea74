/** How long a client may take to send a request. Milliseconds. */
export interface RequestDeadlines {
  readonly headersMs: number;
  readonly bodyMs: number;
  /** Headers that are late are looked for this often. */
  readonly checkIntervalMs: number;
}

/** Together less than half a minute: a client that never finishes would hold its connection for ever. */
export const requestDeadlines: RequestDeadlines = {
  headersMs: 10_000,
  bodyMs: 30_000,
  checkIntervalMs: 5_000,
};
