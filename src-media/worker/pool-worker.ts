import { MediaError } from '../media-error.ts';
import type { TaskOptions } from '../task-options.ts';
import type { MediaTaskName, TaskOrder, TaskReport } from './media-tasks.ts';
import { ProgressTeller } from './progress-teller.ts';
import { controlSlots } from './task-control.ts';
import { errorOf } from './task-failure.ts';

/** The part of `node:worker_threads` Worker that the pool uses. */
export interface MediaThread {
  postMessage(order: TaskOrder): void;
  on(event: 'message', listener: (report: TaskReport) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
  terminate(): Promise<number>;
  ref(): void;
  unref(): void;
}

export interface PoolWorkerDeps {
  readonly startThread: () => MediaThread;
  readonly stallTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly onEnded: () => void;
}

interface CurrentTask {
  readonly options: TaskOptions;
  readonly progress: ProgressTeller;
  readonly slots: Int32Array;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly onAbort: () => void;
  readonly stallTimer: NodeJS.Timeout;
}

/** Time for a cancelled task to stop before the pool ends its thread. */
const cancelGraceMs = 1_500;

/** A thread of the pool and its current task. */
export class PoolWorker {
  readonly #deps: PoolWorkerDeps;
  readonly #thread: MediaThread;
  #task: CurrentTask | null = null;
  #idleTimer: NodeJS.Timeout | null = null;
  #hasEnded = false;

  constructor(deps: PoolWorkerDeps) {
    this.#deps = deps;
    this.#thread = deps.startThread();
    this.#thread.on('message', (report) => this.#receive(report));
    this.#thread.on('error', (error) => this.#lose(messageOf(error), error));
    this.#thread.on('exit', () => this.#lose('The media thread ended.', undefined));
  }

  get isIdle(): boolean {
    return this.#task === null && !this.#hasEnded;
  }

  run(name: MediaTaskName, input: unknown, options: TaskOptions): Promise<unknown> {
    if (this.#idleTimer) clearTimeout(this.#idleTimer);
    this.#thread.ref();
    const control = new SharedArrayBuffer(controlSlots.count * Int32Array.BYTES_PER_ELEMENT);
    return new Promise((resolve, reject) => {
      const slots = new Int32Array(control);
      const onAbort = (): void => this.#cancel(slots);
      const progress = new ProgressTeller(options);
      const stallTimer = this.#watchHeartbeat(slots);
      this.#task = { options, progress, slots, resolve, reject, onAbort, stallTimer };
      options.signal.addEventListener('abort', onAbort, { once: true });
      this.#thread.postMessage({ name, input, control });
      if (options.signal.aborted) onAbort();
    });
  }

  #receive(report: TaskReport): void {
    if (report.kind === 'progress') this.#task?.progress.tell(report.fraction);
    else if (report.kind === 'done') {
      this.#settle(({ progress, resolve, reject }) => {
        progress.tell(1);
        progress.conclude({ resolve: () => resolve(report.output), reject });
      });
    }
    if (report.kind === 'failed') {
      this.#settle((task) => task.reject(errorOf(report.failure, task.options.signal)));
    }
    if (report.kind !== 'progress') this.#rest();
  }

  #rest(): void {
    this.#thread.unref();
    this.#idleTimer = setTimeout(() => {
      this.#end();
    }, this.#deps.idleTimeoutMs);
    this.#idleTimer.unref();
  }

  #cancel(slots: Int32Array): void {
    Atomics.store(slots, controlSlots.cancelled, 1);
    this.#endUnlessStopped(slots);
  }

  /** Leaves a thread alone that has not begun its task: ending one that loads native code crashes the process. */
  #endUnlessStopped(slots: Int32Array): void {
    setTimeout(() => {
      if (this.#task?.slots !== slots) return;
      if (Atomics.load(slots, controlSlots.heartbeat) === 0) this.#endUnlessStopped(slots);
      else this.#lose('The media thread did not stop.', undefined);
    }, cancelGraceMs).unref();
  }

  #watchHeartbeat(slots: Int32Array): NodeJS.Timeout {
    let seen = -1;
    const timer = setInterval(() => {
      const beat = Atomics.load(slots, controlSlots.heartbeat);
      if (beat === seen) this.#lose('The media thread no longer answers.', undefined);
      seen = beat;
    }, this.#deps.stallTimeoutMs);
    timer.unref();
    return timer;
  }

  #lose(message: string, cause: unknown): void {
    this.#settle((task) => {
      const { signal } = task.options;
      task.reject(signal.aborted ? signal.reason : new MediaError('worker_lost', message, { cause }));
    });
    this.#end();
  }

  #settle(how: (task: CurrentTask) => void): void {
    const task = this.#task;
    if (!task) return;
    this.#task = null;
    clearInterval(task.stallTimer);
    task.options.signal.removeEventListener('abort', task.onAbort);
    how(task);
  }

  #end(): void {
    if (this.#idleTimer) clearTimeout(this.#idleTimer);
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#deps.onEnded();
    this.#thread.unref();
    void this.#thread.terminate();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The media thread failed.';
}
