import { AppError } from '../../src-shared/app-error.ts';
import { appIsClosing, cancelledByUser } from './wait.ts';

interface RunningTask {
  readonly stopper: AbortController;
  readonly done: Promise<void>;
}

interface Waiting {
  readonly begin: () => void;
}

export interface RunningTasksDeps {
  /** How many run at once; the others wait their turn in order. */
  readonly limit: number;
  /** Hears what a task throws that was not stopped. Tasks record their own failures, so this is a bug. */
  readonly onBug: (taskId: string, error: unknown) => void;
}

/** Long tasks by id: started, called off one by one, and all awaited at the end. */
export class RunningTasks {
  readonly #deps: RunningTasksDeps;
  readonly #tasks = new Map<string, RunningTask>();
  readonly #waiting: Waiting[] = [];
  #busy = 0;
  #isClosed = false;

  constructor(deps: RunningTasksDeps) {
    this.#deps = deps;
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
    const done = this.#takeTurn(stopper.signal)
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

  /** Resolves with the function that gives the turn back. */
  #takeTurn(signal: AbortSignal): Promise<() => void> {
    if (this.#busy < this.#deps.limit) {
      this.#busy += 1;
      return Promise.resolve(() => {
        this.#giveBack();
      });
    }
    return new Promise((resolve) => {
      const waiting: Waiting = {
        begin: () => {
          resolve(() => {
            this.#giveBack();
          });
        },
      };
      this.#waiting.push(waiting);
      signal.addEventListener('abort', () => {
        const place = this.#waiting.indexOf(waiting);
        if (place === -1) return;
        this.#waiting.splice(place, 1);
        resolve(() => undefined);
      });
    });
  }

  #giveBack(): void {
    const next = this.#waiting.shift();
    if (next) next.begin();
    else this.#busy -= 1;
  }
}
