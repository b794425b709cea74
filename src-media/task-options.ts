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

/** Connects a task on a worker thread to its caller: cancellation and progress. */
export interface TaskControl {
  /** Must be called often, at least every few frames. Throws TaskCancelled after the task was cancelled. */
  checkpoint(): void;
  /** @param fraction 0 to 1 */
  progress(fraction: number): void;
}

export type InputOf<Task> = Task extends (input: infer Input, ...rest: never[]) => unknown ? Input : never;
export type OutputOf<Task> = Task extends (...all: never[]) => infer Output ? Awaited<Output> : never;

/** Runs tasks elsewhere, a few at a time. `Tasks` has their functions by name. */
export interface TaskRunner<Tasks> {
  /**
   * Runs a task. Its input and output cross threads as structured clones.
   *
   * @throws MediaError; the signal's reason when aborted: at once while the task waits, else within a few frames
   */
  run<Name extends keyof Tasks>(
    name: Name,
    input: InputOf<Tasks[Name]>,
    options: TaskOptions,
  ): Promise<OutputOf<Tasks[Name]>>;
}
