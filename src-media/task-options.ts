export interface TaskOptions {
  /** Aborts the work within a few frames and removes partial output; the task rejects. */
  readonly signal: AbortSignal;
  /** Called with 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
}

/** Place of a job's tasks among those of other jobs. */
export interface TaskTurn {
  /** Class of the job, from 0. All tasks of class 0 go first; the others alternate. */
  readonly rank: number;
  /** Position of the job in its class; a lower one goes first. */
  readonly order: number;
}
