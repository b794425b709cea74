import { setMaxListeners } from 'node:events';
import type { TaskOptions, TaskTurn } from '../task-options.ts';
import type { MediaTaskInput, MediaTaskName, MediaTaskOutput, MediaTaskRunner } from './media-tasks.ts';
import { type MediaThread, PoolWorker } from './pool-worker.ts';

export interface MediaPoolDeps {
  readonly startThread: () => MediaThread;
  /** Number of tasks that run at the same time. */
  readonly size: number;
  /** The pool gives up a thread without a heartbeat for this time. */
  readonly stallTimeoutMs: number;
  /** The pool ends a thread without work after this time, to free its memory. */
  readonly idleTimeoutMs: number;
}

type PoolTaskOptions = TaskOptions & { readonly turn?: TaskTurn | undefined };

interface QueuedTask {
  readonly name: MediaTaskName;
  readonly input: unknown;
  readonly options: PoolTaskOptions;
  readonly resolve: (output: never) => void;
  readonly reject: (error: unknown) => void;
}

const firstTurn: TaskTurn = { rank: 0, order: 0 };

/**
 * Runs media tasks on a few worker threads, by the turns of their jobs. Short jobs go first. The other classes alternate,
 * so that none waits for all work of another, and within a class the oldest job goes first. Jobs of one turn alternate:
 * the one that has waited longest goes next. A thread that crashes or hangs fails only its own task: the task rejects
 * with `worker_lost` and another thread takes over.
 */
export class MediaPool implements MediaTaskRunner {
  readonly #deps: MediaPoolDeps;
  readonly #queue: QueuedTask[] = [];
  readonly #workers = new Set<PoolWorker>();
  /** Sequence number of the last task started for each job. The signal identifies a job, since its tasks share it. */
  readonly #lastBegun = new WeakMap<AbortSignal, number>();
  /** The same by rank. */
  readonly #lastBegunOfRank = new Map<number, number>();
  #begunCount = 0;

  constructor(deps: MediaPoolDeps) {
    this.#deps = deps;
  }

  run<Name extends MediaTaskName>(
    name: Name,
    input: MediaTaskInput<Name>,
    options: PoolTaskOptions,
  ): Promise<MediaTaskOutput<Name>> {
    const { signal } = options;
    if (signal.aborted) return Promise.reject(signal.reason);
    // All scenes of a movie listen to one signal, which is no leak.
    setMaxListeners(0, signal);
    return new Promise((resolve, reject) => {
      const onAbort = (): void => this.#leaveQueue(task);
      const settled = (): void => signal.removeEventListener('abort', onAbort);
      const task: QueuedTask = {
        name,
        input,
        options,
        resolve: (output) => (settled(), resolve(output)),
        reject: (error) => (settled(), reject(error)),
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#queue.push(task);
      this.#startNext();
    });
  }

  #leaveQueue(task: QueuedTask): void {
    const index = this.#queue.indexOf(task);
    if (index < 0) return;
    this.#queue.splice(index, 1);
    task.reject(task.options.signal.reason);
  }

  #startNext(): void {
    const task = this.#nextTask();
    if (!task) return;
    try {
      const worker = [...this.#workers].find((candidate) => candidate.isIdle) ?? this.#addWorker();
      if (!worker) return;
      this.#queue.splice(this.#queue.indexOf(task), 1);
      void this.#runOn(worker, task);
    } catch (error) {
      this.#queue.splice(this.#queue.indexOf(task), 1);
      task.reject(error);
    }
    this.#startNext();
  }

  #nextTask(): QueuedTask | undefined {
    return this.#queue.reduce<QueuedTask | undefined>(
      (best, task) => (best && this.#compare(best, task) <= 0 ? best : task),
      undefined,
    );
  }

  /** Negative if the left task goes first. */
  #compare(left: QueuedTask, right: QueuedTask): number {
    const lastBegun = ({ options }: QueuedTask) => this.#lastBegun.get(options.signal) ?? 0;
    const first = turnOf(left);
    const second = turnOf(right);
    const lastOf = ({ rank }: TaskTurn) => (rank === 0 ? -1 : (this.#lastBegunOfRank.get(rank) ?? 0));
    return (
      lastOf(first) - lastOf(second) ||
      first.rank - second.rank ||
      first.order - second.order ||
      lastBegun(left) - lastBegun(right)
    );
  }

  async #runOn(worker: PoolWorker, task: QueuedTask): Promise<void> {
    this.#begunCount += 1;
    this.#lastBegun.set(task.options.signal, this.#begunCount);
    this.#lastBegunOfRank.set(turnOf(task).rank, this.#begunCount);
    try {
      task.resolve((await worker.run(task.name, task.input, task.options)) as never);
    } catch (error) {
      task.reject(error);
    }
    this.#startNext();
  }

  #addWorker(): PoolWorker | null {
    if (this.#workers.size >= this.#deps.size) return null;
    const worker = new PoolWorker({ ...this.#deps, onEnded: () => this.#workers.delete(worker) });
    this.#workers.add(worker);
    return worker;
  }
}

function turnOf({ options }: QueuedTask): TaskTurn {
  return options.turn ?? firstTurn;
}
