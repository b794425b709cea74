export interface TaskOptions {
  /** Aborting stops the work within a few frames and removes what was half written; the task rejects. */
  readonly signal: AbortSignal;
  /** Called with 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
}
