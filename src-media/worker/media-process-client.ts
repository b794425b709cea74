import { type ChildProcess, fork } from 'node:child_process';
import { once, setMaxListeners } from 'node:events';
import { fileURLToPath } from 'node:url';
import { mediaEnvironment } from '../../src-shared/media-environment.ts';
import { MediaError } from '../media-error.ts';
import type { TaskOptions, TaskTurn } from '../task-options.ts';
import type { MediaTaskInput, MediaTaskName, MediaTaskOutput, MediaTaskRunner } from './media-tasks.ts';
import type { ProcessOrder, ProcessReport } from './process-messages.ts';
import { ProgressTeller } from './progress-teller.ts';
import { programOf } from './start-media-thread.ts';
import { errorOf } from './task-failure.ts';

interface PendingTask {
  readonly options: TaskOptions;
  readonly progress: ProgressTeller;
  readonly resolve: (output: never) => void;
  readonly reject: (error: unknown) => void;
  readonly onAbort: () => void;
}

export interface MediaProcessDeps {
  readonly startProcess: () => ChildProcess;
  /** Returns the turn of the job that adds a task; undefined outside any job. */
  readonly turn?: () => TaskTurn | undefined;
  /** The client ends a process without work after this time, to free all its memory. */
  readonly idleTimeoutMs: number;
}

/** Starts the process that makes media on the given number of threads. */
export function startMediaProcess(threadCount: number): ChildProcess {
  return fork(fileURLToPath(programOf('media-process')), [String(threadCount)], {
    env: mediaEnvironment(process.env),
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/**
 * Runs media tasks in a separate process, started on demand. A crash fails only the running tasks: they reject with
 * `worker_lost`, and the next task starts another process.
 */
export class MediaProcessClient implements MediaTaskRunner {
  readonly #deps: MediaProcessDeps;
  readonly #tasks = new Map<number, PendingTask>();
  readonly #jobs = new WeakMap<AbortSignal, number>();
  #child: ChildProcess | null = null;
  #idleTimer: NodeJS.Timeout | null = null;
  #taskCount = 0;
  #jobCount = 0;
  #isDisposed = false;

  constructor(deps: MediaProcessDeps) {
    this.#deps = deps;
  }

  run<Name extends MediaTaskName>(
    name: Name,
    input: MediaTaskInput<Name>,
    options: TaskOptions,
  ): Promise<MediaTaskOutput<Name>> {
    const { signal } = options;
    if (this.#isDisposed) return Promise.reject(disposed());
    if (signal.aborted) return Promise.reject(signal.reason);
    // All scenes of a movie listen to one signal, which is no leak.
    setMaxListeners(0, signal);
    return new Promise((resolve, reject) => {
      const child = this.#wake();
      const job = this.#jobOf(signal);
      const task = (this.#taskCount += 1);
      const send = (order: ProcessOrder): void =>
        void child.send(order, (error) => {
          if (error) this.#lose(child, error);
        });
      const onAbort = (): void => send({ kind: 'cancel', job });
      const progress = new ProgressTeller(options);
      this.#tasks.set(task, { options, progress, resolve, reject, onAbort });
      signal.addEventListener('abort', onAbort, { once: true });
      send({ kind: 'run', task, job, name, input, turn: this.#deps.turn?.() });
    });
  }

  /**
   * Kills the process; running and waiting tasks reject with `disposed`. An orderly exit would end its threads, and a
   * thread that is loading native code crashes then.
   */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    const child = this.#child;
    if (!child) return;
    const ended = once(child, 'exit');
    child.ref();
    child.kill('SIGKILL');
    await ended;
  }

  #wake(): ChildProcess {
    if (this.#idleTimer) clearTimeout(this.#idleTimer);
    this.#child ??= this.#start();
    this.#child.ref();
    this.#child.channel?.ref();
    return this.#child;
  }

  #start(): ChildProcess {
    const child = this.#deps.startProcess();
    child.on('message', (report) => this.#receive(report as ProcessReport));
    child.on('error', (error) => this.#lose(child, error));
    child.on('exit', (code, signal) => {
      this.#lose(child, new Error(`It ended with ${String(signal ?? code)}.`));
    });
    return child;
  }

  #jobOf(signal: AbortSignal): number {
    const job = this.#jobs.get(signal) ?? (this.#jobCount += 1);
    this.#jobs.set(signal, job);
    return job;
  }

  #receive(report: ProcessReport): void {
    const { task } = report;
    const pending = this.#tasks.get(task);
    if (!pending) return;
    if (report.kind === 'progress') {
      pending.progress.tell(report.fraction);
      return;
    }
    this.#settle(task, pending);
    const { progress, resolve, reject } = pending;
    if (report.kind === 'done') progress.conclude({ resolve: () => resolve(report.output as never), reject });
    else reject(errorOf(report.failure, pending.options.signal));
    if (this.#tasks.size === 0) this.#rest();
  }

  #settle(task: number, { options, onAbort }: PendingTask): void {
    this.#tasks.delete(task);
    options.signal.removeEventListener('abort', onAbort);
  }

  #rest(): void {
    const child = this.#child;
    if (!child) return;
    child.unref();
    child.channel?.unref();
    this.#idleTimer = setTimeout(() => {
      this.#child = null;
      child.kill('SIGKILL');
    }, this.#deps.idleTimeoutMs);
    this.#idleTimer.unref();
  }

  #lose(child: ChildProcess, cause: unknown): void {
    if (this.#child !== child) return;
    this.#child = null;
    child.kill('SIGKILL');
    for (const [task, pending] of this.#tasks) {
      this.#settle(task, pending);
      pending.reject(this.#lossOf(pending.options.signal, cause));
    }
  }

  #lossOf(signal: AbortSignal, cause: unknown): unknown {
    if (signal.aborted) return signal.reason;
    if (this.#isDisposed) return disposed();
    return new MediaError('worker_lost', 'The process that makes media ended.', { cause });
  }
}

function disposed(): MediaError {
  return new MediaError('disposed', 'The media engine is shut down.');
}
