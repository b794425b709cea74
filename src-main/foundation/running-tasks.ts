import { AppError } from '../../src-shared/app-error.ts';
import { Semaphore } from './semaphore.ts';
import { appIsClosing, cancelledByUser } from './wait.ts';

interface RunningTask {
  readonly stopper: AbortController;
  readonly done: Promise<void>;
}

export interface RunningTasksDeps {
  /** Maximum number of tasks that run at once; the others wait in order. */
  readonly limit: number;
  /** Called with the error of a task that was not stopped. Tasks record their own failures, so this is a bug. */
  readonly onBug: (taskId: string, error: unknown) => void;
}

/** Runs long tasks by id, cancels them one by one, and awaits all of them at the end. */
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
   * Runs `work` as soon as there is room. The signal's reason is `cancelledByUser` or `appIsClosing`. Work that is
   * stopped while it waits is still called, with the signal aborted.
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

  /** Cancels a task. True if the task existed. */
  cancel(taskId: string): boolean {
    const task = this.#tasks.get(taskId);
    task?.stopper.abort(cancelledByUser);
    return task !== undefined;
  }

  /** Resolves when the task ended; at once when there is none. */
  async settled(taskId: string): Promise<void> {
    await this.#tasks.get(taskId)?.done;
  }

  /** Stops all tasks and waits for them. No task can start afterwards. */
  async dispose(): Promise<void> {
    this.#isClosed = true;
    const tasks = [...this.#tasks.values()];
    for (const task of tasks) task.stopper.abort(appIsClosing);
    await Promise.all(tasks.map((task) => task.done));
  }
}
