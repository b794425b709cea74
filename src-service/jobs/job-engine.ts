import { ApiError } from '../api-error.ts';
import type { JobHead, JobRepository, JobStanding } from '../store/records/job-repository.ts';
import { type JobKind, type QueueName, queueNames } from './job-kind.ts';
import { JobRun, type JobRunDeps } from './job-run.ts';

/** Number of service crashes during a job after which it is not started again. */
const maxUncleanStarts = 3;
const pumpRetryDelayMs = 2_000;

export interface JobEngineDeps extends JobRunDeps {
  readonly kinds: readonly JobKind[];
  /** Maximum number of jobs that run at the same time. */
  readonly jobsPerQueue: Readonly<Record<QueueName, number>>;
}

/** Runs the stored jobs, the oldest of each queue first. After a restart, it first resumes interrupted jobs. */
export class JobEngine {
  readonly #deps: JobEngineDeps;
  readonly #kinds: ReadonlyMap<string, JobKind>;
  readonly #runs = new Map<string, { readonly run: JobRun; readonly done: Promise<void> }>();
  readonly #stop = new AbortController();
  #interrupted: JobHead[] = [];
  #isStarted = false;

  constructor(deps: JobEngineDeps) {
    this.#deps = deps;
    this.#kinds = new Map(deps.kinds.map((kind) => [kind.kind, kind]));
  }

  /** Resumes the jobs that the last process left running, then works on the queue. */
  start(): void {
    const { jobs } = this.#deps;
    this.#interrupted = jobs.listRunning().filter((head) => this.#canResume(head));
    for (const head of this.#interrupted) jobs.raiseAttempt(head.jobId);
    this.#isStarted = true;
    this.wake();
  }

  #canResume(head: JobHead): boolean {
    if (this.#kinds.has(head.kind) && head.uncleanStarts < maxUncleanStarts) return true;
    const message = 'The service stopped unexpectedly several times while it was working on this.';
    this.#end(head.jobId, 'failed', new ApiError(500, 'internal_error', message));
    void this.#deps.workFolders.remove(head.jobId).catch(() => undefined);
    return false;
  }

  /** Records a request and queues its jobs in one transaction, then runs those that can run now. */
  accept<Result>(record: (jobs: JobRepository) => Result): Result {
    const { database, jobs } = this.#deps;
    const result = database.transaction(() => record(jobs));
    this.wake();
    return result;
  }

  /** Call it after a job is queued other than by `accept`. */
  wake(): void {
    if (!this.#isStarted || this.#stop.signal.aborted) return;
    try {
      for (const queue of queueNames) this.#fill(queue);
    } catch (error) {
      this.#deps.log({ level: 'error', message: 'The queue could not be read', error });
      const retry = this.#deps.clock.wait(pumpRetryDelayMs, this.#stop.signal);
      retry.then(
        () => this.wake(),
        () => undefined,
      );
    }
  }

  #fill(queue: QueueName): void {
    const running = () => [...this.#runs.values()].filter(({ run }) => run.kind.queue === queue).length;
    while (running() < this.#deps.jobsPerQueue[queue]) {
      const next = this.#takeInterrupted(queue) ?? this.#oldestPending(queue);
      if (!next) return;
      this.#deps.jobs.markRunning(next.jobId);
      this.#begin(next.kind, next.jobId);
    }
  }

  #takeInterrupted(queue: QueueName): { jobId: string; kind: JobKind } | null {
    for (const [index, head] of this.#interrupted.entries()) {
      const kind = this.#kinds.get(head.kind);
      if (kind?.queue !== queue) continue;
      this.#interrupted.splice(index, 1);
      return { jobId: head.jobId, kind };
    }
    return null;
  }

  #oldestPending(queue: QueueName): { jobId: string; kind: JobKind } | null {
    const waiting = this.#deps.kinds
      .filter((kind) => kind.queue === queue)
      .flatMap((kind) => {
        const next = this.#deps.jobs.nextPending(kind.kind);
        return next ? [{ ...next, kind }] : [];
      });
    waiting.sort((left, right) => left.jobOrder - right.jobOrder);
    return waiting[0] ?? null;
  }

  #begin(kind: JobKind, jobId: string): void {
    const run = new JobRun(this.#deps, kind, jobId);
    const done = run
      .run()
      .catch((error: unknown) => {
        this.#deps.log({ level: 'error', message: 'A job could not be ended', jobId, error });
      })
      .finally(() => {
        this.#runs.delete(jobId);
        this.wake();
      });
    this.#runs.set(jobId, { run, done });
  }

  /** Ends a waiting or running job at once. Returns false if it had already ended. */
  cancel(jobId: string): boolean {
    const isCancelled = this.#end(jobId, 'cancelled');
    this.#interrupted = this.#interrupted.filter((head) => head.jobId !== jobId);
    if (isCancelled) this.#runs.get(jobId)?.run.cancel();
    return isCancelled;
  }

  #end(jobId: string, status: 'failed' | 'cancelled', error?: ApiError): boolean {
    const { jobs, database } = this.#deps;
    const progressPercentage = this.#runs.get(jobId)?.run.progressPercentage;
    return database.transaction(() => {
      const isEnded = jobs.finish(jobId, {
        status,
        ...(error && { error: error.toBody() }),
        ...(progressPercentage !== undefined && { progressPercentage }),
      });
      const head = isEnded ? jobs.find(jobId) : null;
      const state = head && jobs.readState(jobId);
      if (head && state) this.#kinds.get(head.kind)?.recordFailure?.(state.value);
      if (head) this.#deps.onEnded({ kind: head.kind, jobId, status });
      return isEnded;
    });
  }

  /** Adds current progress to a stored standing, and the stage name if the job is running. */
  standingOf<Record extends JobStanding>(
    jobId: string,
    stored: Record,
  ): Record & { readonly stageName: string | null } {
    const run = stored.status === 'running' ? this.#runs.get(jobId)?.run : undefined;
    if (!run) return { ...stored, stageName: null };
    return { ...stored, progressPercentage: run.progressPercentage, stageName: run.stageName };
  }

  /** Stops all work cleanly; the next start resumes running jobs. */
  async dispose(): Promise<void> {
    this.#stop.abort();
    for (const { run } of this.#runs.values()) run.stop();
    await Promise.all([...this.#runs.values()].map(({ done }) => done));
  }
}
