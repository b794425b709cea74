import { AppError } from '../../src-shared/app-error.ts';
import { Semaphore } from './semaphore.ts';
import { appIsClosing, cancelledByUser } from './wait.ts';

interface RunningTask {
  readonly stopper: AbortController;
  readonly done: Promise<void>;
}

export interface RunningTasksDeps {
  /** How many run at once; the others wait their turn in order. */
  readonly limit: number;
  /** Called with what a task throws that was not stopped. Tasks record their own failures, so this is a bug. */
  readonly onBug: (taskId: string, error: unknown) => void;
}

/** Long tasks by id: started, cancelled one by one, and all awaited at the end. */
export class RunningTasks {
  readonly #deps: RunningTasksDeps;
  readonly #tasks = new Map<string, RunningTask>();
  readonly #turns: Semaphore;
  #isClosed = false;

  constructor(deps: RunningTasksDeps) {
    this.#deps = deps;
    this.#turns = new Semaphore(deps.limit);
  }

  /**
   * Runs `work` as soon as there is room. The signal's reason tells why it stops: `cancelledByUser` or
   * `appIsClosing`. Work that is stopped while it waits is still called, with the signal aborted.
   */
  run(taskId: string, work: (signal: AbortSignal) => Promise<void>): void {
    if (this.#isClosed || this.#tasks.has(taskId)) {
      throw new AppError('conflict', `The task ${taskId} cannot be started now.`);
    }
    const stopper = new AbortController();
    const done = this.#turns
      .acquire(stopper.signal)
      .catch(() => () => undefined)
      .then((release) => work(stopper.signal).finally(release))
      .catch((error: unknown) => {
        if (!stopper.signal.aborted) this.#deps.onBug(taskId, error);
      })
      .finally(() => this.#tasks.delete(taskId));
    this.#tasks.set(taskId, { stopper, done });
  }

  isRunning(taskId: string): boolean {
    return this.#tasks.has(taskId);
  }

  /** True when there was such a task. */
  cancel(taskId: string): boolean {
    const task = this.#tasks.get(taskId);
    task?.stopper.abort(cancelledByUser);
    return task !== undefined;
  }

  /** Resolves when the task ended; at once when there is none. */
  async settled(taskId: string): Promise<void> {
    await this.#tasks.get(taskId)?.done;
  }

  /** Stops everything and waits for it. Nothing can be started afterwards. */
  async dispose(): Promise<void> {
    this.#isClosed = true;
    const tasks = [...this.#tasks.values()];
    for (const task of tasks) task.stopper.abort(appIsClosing);
    await Promise.all(tasks.map((task) => task.done));
  }
}
