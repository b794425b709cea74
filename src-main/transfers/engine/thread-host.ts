import { Worker } from 'node:worker_threads';
import { longestStopMs, settleWithin } from '../../foundation/settle-within.ts';
import type { Clock, Log } from '../../platform.ts';

/** Receives a thread's reports about one task. */
export interface ThreadListener<Report> {
  onReport(report: Report): void;
  /** The thread ended before the task did; no more reports follow. */
  onDeath(): void;
}

export interface ThreadHostDeps {
  readonly log: Log;
  /** Limits the wait for the thread's end; the system's by default. */
  readonly timer?: Pick<Clock, 'schedule'>;
  /** Script of the thread. */
  readonly url: () => URL;
}

/** A thread that starts with its first task and again after its death. Routes reports to its tasks by number. */
export class ThreadHost<
  Command extends { readonly taskId: number },
  Report extends { readonly taskId: number },
> {
  readonly #deps: ThreadHostDeps;
  readonly #listeners = new Map<number, ThreadListener<Report>>();
  #worker: Worker | null = null;
  #lastId = 0;
  #isDisposed = false;

  constructor(deps: ThreadHostDeps) {
    this.#deps = deps;
  }

  /** Returns the number of a new task, whose reports go to the listener until `forget`. */
  enlist(listener: ThreadListener<Report>): number {
    this.#lastId += 1;
    this.#listeners.set(this.#lastId, listener);
    return this.#lastId;
  }

  /**
   * Starts the thread if there is none. A command that cannot be sent kills the task, but does not throw to the caller.
   */
  send(command: Command): void {
    if (!this.#listeners.has(command.taskId)) return;
    try {
      this.#ensured().postMessage(command);
    } catch (error) {
      this.#deps.log.error('A thread cannot be started.', error);
      const listener = this.#listeners.get(command.taskId);
      this.forget(command.taskId);
      listener?.onDeath();
    }
  }

  forget(taskId: number): void {
    this.#listeners.delete(taskId);
    // An idle thread must not keep the process alive.
    if (this.#listeners.size === 0) this.#worker?.unref();
  }

  /** Ends the thread; its remaining tasks die with it. Waits a few seconds at most, as a drive may hold the thread. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    const { timer } = this.#deps;
    if (this.#worker) await settleWithin(longestStopMs, this.#worker.terminate(), timer);
  }

  #ensured(): Worker {
    if (this.#isDisposed) throw new Error('The threads have been ended.');
    this.#worker ??= this.#start();
    this.#worker.ref();
    return this.#worker;
  }

  #start(): Worker {
    const worker = new Worker(this.#deps.url());
    worker.on('message', (report: Report) => {
      this.#listeners.get(report.taskId)?.onReport(report);
    });
    worker.on('error', (error) => {
      this.#deps.log.error('A thread failed.', error);
    });
    worker.once('exit', () => {
      this.#worker = null;
      const listeners = [...this.#listeners.values()];
      this.#listeners.clear();
      for (const listener of listeners) listener.onDeath();
    });
    return worker;
  }
}
