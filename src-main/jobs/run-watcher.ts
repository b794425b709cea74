import type { WorkflowRun } from '../../src-shared/api/workflows.ts';
import { AppError } from '../../src-shared/app-error.ts';
import type { RateBudget } from '../api/rate-budget.ts';
import type { Workflows } from '../api/workflows.ts';
import { stopErrorOf, throwIfStopped, wait } from '../concurrency/wait.ts';
import type { Clock, Log } from '../platform.ts';
import { backoffMs, isPassing, isTerminal, vanishedAfter } from './follow-job.ts';

export interface RunWatcherDeps {
  readonly workflows: Workflows;
  readonly budget: RateBudget;
  readonly clock: Clock;
  readonly log: Log;
}

/** @param stage null when the service tells none, undefined when it was not asked. */
export type RunListener = (run: WorkflowRun, stage: string | null | undefined) => void;

interface Followed {
  readonly onUpdate: RunListener;
  readonly resolve: (run: WorkflowRun) => void;
  readonly reject: (error: unknown) => void;
  misses: number;
}

/** Up to so many runs are read one by one; more of them by the list, 200 a request. */
const readSinglyUpTo = 3;
const listLimit = 200;
const shortestPauseMs = 1_000;

/** Follows any number of workflow runs with one schedule inside the rate budget. */
export class RunWatcher {
  readonly #deps: RunWatcherDeps;
  readonly #followed = new Map<string, Followed>();
  readonly #stopper = new AbortController();
  #loop: Promise<void> | null = null;
  #failures = 0;
  #wake = new AbortController();

  constructor(deps: RunWatcherDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves with the terminal run. Failures of the network and the service are waited out, and those of one run
   * keep no other from being read.
   * @throws AppError `not_found` when the run vanished, as the service gives when it may not be read any more,
   * `cancelled` when the signal is aborted.
   */
  follow(workflowRunId: string, signal: AbortSignal, onUpdate: RunListener): Promise<WorkflowRun> {
    return new Promise<WorkflowRun>((resolve, reject) => {
      throwIfStopped(signal);
      const stop = (): void => {
        this.#followed.delete(workflowRunId);
        reject(stopErrorOf(signal));
      };
      signal.addEventListener('abort', stop, { once: true });
      this.#followed.set(workflowRunId, {
        onUpdate,
        resolve: (run) => {
          signal.removeEventListener('abort', stop);
          resolve(run);
        },
        reject: (error) => {
          signal.removeEventListener('abort', stop);
          reject(error);
        },
        misses: 0,
      });
      this.lookNow();
    });
  }

  /** Reads at once instead of at the next turn, for example when the computer woke up. */
  lookNow(): void {
    if (this.#stopper.signal.aborted) return;
    this.#wake.abort();
    this.#loop ??= this.#run().finally(() => {
      this.#loop = null;
    });
  }

  async dispose(): Promise<void> {
    this.#stopper.abort();
    this.#wake.abort();
    await this.#loop;
  }

  async #run(): Promise<void> {
    const { clock, log } = this.#deps;
    const { signal } = this.#stopper;
    while (this.#followed.size > 0 && !signal.aborted) {
      this.#wake = new AbortController();
      const pauseMs = await this.#readAll(signal).then(
        (intervalMs) => {
          this.#failures = 0;
          return intervalMs;
        },
        (error: unknown) => {
          this.#failures += 1;
          log.warn('Following the runs failed; it goes on later.', { failures: this.#failures, error });
          return backoffMs(this.#failures, shortestPauseMs);
        },
      );
      await wait(clock, pauseMs, AbortSignal.any([signal, this.#wake.signal])).catch(() => undefined);
    }
  }

  /** The pause until the next round. */
  async #readAll(signal: AbortSignal): Promise<number> {
    const { budget } = this.#deps;
    const ids = [...this.#followed.keys()];
    if (ids.length <= readSinglyUpTo) {
      await this.#readSingly(ids, signal);
      return budget.pollIntervalMs('workflows.runs.get', ids.length, shortestPauseMs);
    }
    const missing = await this.#readList(new Set(ids), signal);
    await this.#readSingly([...missing].slice(0, readSinglyUpTo), signal);
    const requests = Math.ceil(ids.length / listLimit);
    return budget.pollIntervalMs('workflows.runs.list', requests, 2 * shortestPauseMs);
  }

  /** Reads all of them; when some fail, it is the last failure that counts. */
  async #readSingly(ids: readonly string[], signal: AbortSignal): Promise<void> {
    let failure: unknown = null;
    for (const id of ids) {
      await this.#readOne(id, signal).catch((error: unknown) => {
        failure = error;
      });
    }
    if (failure !== null) throw failure;
  }

  async #readOne(id: string, signal: AbortSignal): Promise<void> {
    try {
      const { run, stage } = await this.#deps.workflows.getRun(id, signal, 'poll');
      this.#tell(run, stage);
    } catch (error) {
      const followed = this.#followed.get(id);
      if (signal.aborted || isPassing(error) || !followed) throw error;
      const isGone = error instanceof AppError && error.code === 'not_found';
      followed.misses += 1;
      if (isGone && followed.misses < vanishedAfter) return;
      this.#followed.delete(id);
      followed.reject(error);
    }
  }

  /** The runs that the newest pages do not have. */
  async #readList(ids: Set<string>, signal: AbortSignal): Promise<Set<string>> {
    const pages = Math.ceil(ids.size / listLimit) + 1;
    let cursor: string | null = null;
    for (let page = 0; page < pages && ids.size > 0; page += 1) {
      const answer = await this.#deps.workflows.listOwnRuns(cursor, listLimit, signal, 'poll');
      for (const run of answer.items) {
        if (ids.delete(run.workflowRunId)) this.#tell(run, undefined);
      }
      cursor = answer.nextCursor;
      if (cursor === null) break;
    }
    return ids;
  }

  /** A listener that fails, on a full disk for example, is told again with the next reading. */
  #tell(run: WorkflowRun, stage: string | null | undefined): void {
    const { workflowRunId } = run;
    const followed = this.#followed.get(workflowRunId);
    if (!followed) return;
    followed.misses = 0;
    try {
      followed.onUpdate(run, stage);
    } catch (error) {
      this.#deps.log.warn('A run could not be noted.', { workflowRunId, error });
      return;
    }
    if (!isTerminal(run.status)) return;
    this.#followed.delete(workflowRunId);
    followed.resolve(run);
  }
}
