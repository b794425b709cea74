import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { Clock, Log } from '../platform.ts';
import { longestStopMs, settleWithin, systemTimer } from './settle-within.ts';

/** Receives a thread's reports about one task. */
export interface ThreadListener<Report> {
  onReport(report: Report): void;
  /**
   * The thread ended before the task did; no more reports follow.
   * @param error why it failed; null for one that was ended.
   */
  onDeath(error: unknown): void;
}

export interface ThreadHostDeps {
  readonly log: Log;
  /** Limits the wait for the thread's end, and its idle time; the system's by default. */
  readonly timer?: Pick<Clock, 'schedule'>;
  /** Script of the thread. */
  readonly url: () => URL;
  /** Limits of the thread's memory; those of the process by default. */
  readonly resourceLimits?: ResourceLimits;
  /** Time without a task after which the thread ends; it stays by default. */
  readonly idleMs?: number;
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
  #stopIdling = (): void => undefined;

  constructor(deps: ThreadHostDeps) {
    this.#deps = deps;
  }

  /** Milliseconds for which the thread has worked instead of waiting; 0 without a thread. */
  get busyMs(): number {
    return this.#worker?.performance.eventLoopUtilization().active ?? 0;
  }

  /** Returns the bytes of the thread's heap and buffers, when it can answer; 0 without a thread or its answer. */
  async usedMemoryBytes(): Promise<number> {
    // Older programs of Node have no such function.
    if (!this.#worker || !('getHeapStatistics' in this.#worker)) return 0;
    const statistics = await this.#worker.getHeapStatistics().catch(() => null);
    return statistics === null ? 0 : statistics.used_heap_size + statistics.external_memory;
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
    this.#stopIdling();
    try {
      this.#ensured().postMessage(command);
    } catch (error) {
      this.#deps.log.error('A thread cannot be started.', error);
      const listener = this.#listeners.get(command.taskId);
      this.forget(command.taskId);
      listener?.onDeath(error);
    }
  }

  forget(taskId: number): void {
    this.#listeners.delete(taskId);
    if (this.#listeners.size > 0) return;
    // An idle thread must not keep the process alive.
    this.#worker?.unref();
    this.#idle();
  }

  /**
   * Ends the thread. Its tasks die at once, and the next one gets a new thread. Waits until its memory is free, a few
   * seconds at most, as a drive may hold the thread.
   */
  async end(): Promise<void> {
    const worker = this.#worker;
    if (!worker) return;
    const ended = worker.terminate();
    this.#ended(worker, null);
    await settleWithin(longestStopMs, ended, this.#deps.timer);
  }

  /** Ends the thread; its remaining tasks die with it. Waits a few seconds at most, as a drive may hold the thread. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.#stopIdling();
    const { timer } = this.#deps;
    if (this.#worker) await settleWithin(longestStopMs, this.#worker.terminate(), timer);
  }

  #idle(): void {
    const { idleMs, timer = systemTimer } = this.#deps;
    this.#stopIdling();
    if (idleMs === undefined || !this.#worker || this.#isDisposed) return;
    this.#stopIdling = timer.schedule(idleMs, () => {
      void this.end();
    });
  }

  #ensured(): Worker {
    if (this.#isDisposed) throw new Error('The threads have been ended.');
    this.#worker ??= this.#start();
    this.#worker.ref();
    return this.#worker;
  }

  #start(): Worker {
    const { url, log, resourceLimits } = this.#deps;
    const worker = new Worker(url(), resourceLimits ? { resourceLimits } : {});
    let failure: unknown = null;
    worker.on('message', (report: Report) => {
      if (this.#worker === worker) this.#listeners.get(report.taskId)?.onReport(report);
    });
    worker.on('error', (error) => {
      failure = error;
      log.error('A thread failed.', error);
    });
    worker.once('exit', () => {
      this.#ended(worker, failure);
    });
    return worker;
  }

  #ended(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    this.#stopIdling();
    const listeners = [...this.#listeners.values()];
    this.#listeners.clear();
    for (const listener of listeners) listener.onDeath(error);
  }
}
