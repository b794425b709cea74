export interface TaskOptions {
  /** Aborts the work within a few frames and removes partial output; the task rejects. */
  readonly signal: AbortSignal;
  /** Called with 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
}
