import { randomUUID } from 'node:crypto';
import { toolExecutionSchema } from '../../src-shared/api/tools.ts';
import { AppError, fromErrorBody, toErrorBody } from '../../src-shared/app-error.ts';
import type { ToolTake } from '../../src-shared/contract/tool-take.ts';
import { isWaitedFor } from '../../src-shared/error-policy.ts';
import type { Timeline } from '../../src-timeline/model/timeline.ts';
import type { Files } from '../api/files.ts';
import type { Availability } from '../api/http/availability.ts';
import { startUnconfirmed } from '../api/start-unconfirmed.ts';
import { RunningTasks } from '../foundation/running-tasks.ts';
import type { ServiceJobLedger } from '../jobs/kinds/service-jobs/service-job-ledger.ts';
import type { ServiceJobs } from '../jobs/kinds/service-jobs/service-jobs.ts';
import type { JobOrder } from '../jobs/kinds/service-jobs/start-operations.ts';
import { repeat } from '../jobs/run/retry.ts';
import type { Clock, Log } from '../platform.ts';
import { isFinishedServiceJob, type ServiceJobRecord } from '../state/service-job-repository.ts';
import type { TakeRecord } from '../state/take-repository.ts';
import type { CutScope } from './project-cut-states.ts';
import type { TakePlace, Takes } from './takes.ts';
import { toolRequestOf } from './tool-orders.ts';

/** The parts of a connection that make takes. */
export interface ToolScope extends CutScope {
  readonly jobs: Pick<ServiceJobs, 'order' | 'retry' | 'cancel' | 'reading'>;
  readonly availability: Pick<Availability, 'state' | 'whenReady'>;
  readonly files: Pick<Files, 'hydrate'>;
  /** Downloads a file of the service to a path. @throws AppError as `Downloader`. */
  readonly fetchFile: (fileId: string, path: string, signal: AbortSignal) => Promise<void>;
}

export interface ToolTakesDeps {
  readonly active: () => ToolScope;
  /** Undefined for a connection that was removed. */
  readonly scopeOf: (connectionId: string) => ToolScope | undefined;
  readonly takes: Takes;
  readonly ledger: Pick<ServiceJobLedger, 'peek'>;
  /** Lets the scene of a take be spoken by it. */
  readonly revoice: (scope: ToolScope, take: TakeRecord) => void;
  readonly clock: Clock;
  readonly log: Log;
}

const longestTitle = 120;
const resultsSchema = toolExecutionSchema.pick({ results: true });

/**
 * Takes that tools of the service make. A take is on the disk before its job is; what its job has made is downloaded
 * when the job ends, at the latest after the next start of the app.
 */
export class ToolTakes {
  readonly #deps: ToolTakesDeps;
  readonly #tasks: RunningTasks;
  #isClosed = false;

  constructor(deps: ToolTakesDeps) {
    this.#deps = deps;
    this.#tasks = new RunningTasks({
      limit: Infinity,
      onBug: (takeId, error) => {
        deps.log.error('A take could not be completed.', error, { takeId });
      },
    });
  }

  /** Starts the job of a new take. @param cut the take is for. @throws AppError `invalid_input`, `disk_full`. */
  async add(
    place: TakePlace,
    request: ToolTake,
    cut: Pick<Timeline, 'width' | 'height'>,
  ): Promise<TakeRecord> {
    const { takes, active } = this.#deps;
    const scope = active();
    const { kind, name, prompt, spokenText, operation, body } = toolRequestOf(request, cut);
    const take = takes.addRunning(
      { ...place, kind },
      {
        takeId: randomUUID(),
        name,
        prompt,
        spokenText,
        jobId: randomUUID(),
        made: { connectionId: scope.connectionId, operation, body, frameRate: place.frameRate },
      },
    );
    try {
      order(scope, take);
    } catch (error) {
      await takes.remove(take.takeId);
      throw error;
    }
    return take;
  }

  /**
   * Makes a failed take again: downloads it where its job has succeeded, else starts a new job.
   * @throws AppError `conflict` unless it has failed, `not_found`, `disk_full`.
   */
  async retry(takeId: string): Promise<TakeRecord> {
    const { takes, scopeOf } = this.#deps;
    const take = takes.get(takeId);
    const scope = scopeOf(take.made?.connectionId ?? '');
    if (!scope || take.state !== 'failed') throw new AppError('conflict', 'The take cannot be made again.');
    const job = this.#latestJob(take);
    if (!job) {
      // Failed until its job is on the disk, which may be full.
      takes.note(takeId, { ...take, jobId: randomUUID() });
      order(scope, takes.get(takeId));
      takes.note(takeId, { state: 'running', error: null });
      return takes.get(takeId);
    }
    const isToStart = isFinishedServiceJob(job) && job.state !== 'succeeded';
    const { jobId } = isToStart ? await scope.jobs.retry(job.jobId) : job;
    takes.note(takeId, { state: 'running', error: null, jobId });
    this.resume(scope);
    return takes.get(takeId);
  }

  /** Cancels the job that makes a take. @throws AppError as `ServiceJobs.cancel`. */
  async cancel(take: TakeRecord): Promise<void> {
    const { scopeOf } = this.#deps;
    const job = this.#latestJob(take);
    if (take.state !== 'running') return;
    this.#tasks.cancel(take.takeId);
    if (job && !isFinishedServiceJob(job)) await scopeOf(job.connectionId)?.jobs.cancel(job.jobId);
  }

  /** Completes the take of a job that has ended, if it has one. */
  jobFinished(scope: ToolScope, job: ServiceJobRecord): void {
    const take = job.kind === 'tool' ? this.#deps.takes.ofJob(job.jobId) : null;
    if (take) this.#complete(scope, take.takeId, job);
  }

  /**
   * Continues the takes of a connection: after a start of the app, and when jobs were started again. A take whose job
   * was never journalled fails, and the user decides.
   */
  resume(scope: ToolScope): void {
    const { takes } = this.#deps;
    for (const take of takes.listUnmade(scope.connectionId)) {
      const { takeId, jobId, state } = take;
      const job = this.#latestJob(take);
      if (job && job.jobId !== jobId) takes.note(takeId, { state: 'running', error: null, jobId: job.jobId });
      else if (state === 'failed') continue;
      if (!job) {
        const error = toErrorBody(startUnconfirmed('not_started', null, 'tool'));
        takes.note(takeId, { state: 'failed', error });
      } else if (isFinishedServiceJob(job)) this.#complete(scope, takeId, job);
    }
  }

  async dispose(): Promise<void> {
    this.#isClosed = true;
    await this.#tasks.dispose();
  }

  /** Returns the job of a take, or the last that retries it; null if there is none in the ledger. */
  #latestJob({ jobId }: TakeRecord): ServiceJobRecord | null {
    const { ledger } = this.#deps;
    let job = ledger.peek(jobId ?? '');
    for (let next = job; next !== null; next = ledger.peek(next.retriedAs ?? '')) job = next;
    return job;
  }

  #complete(scope: ToolScope, takeId: string, job: ServiceJobRecord): void {
    if (this.#isClosed || this.#tasks.isRunning(takeId)) return;
    const { takes, clock, log } = this.#deps;
    this.#tasks.run(takeId, async (signal) => {
      try {
        const fetch = (): Promise<TakeRecord> => this.#fetch(scope, takeId, job, signal);
        await repeat(fetch, isWaitedFor, { ...scope, clock }, signal);
      } catch (error) {
        // When the app closes, the take stays and continues at the next start.
        if (signal.aborted) return;
        if (!(error instanceof AppError)) log.error('A take failed unexpectedly.', error, { takeId });
        takes.note(takeId, { state: 'failed', error: toErrorBody(error) });
      }
    });
  }

  async #fetch(
    scope: ToolScope,
    takeId: string,
    { jobId, state, error }: ServiceJobRecord,
    signal: AbortSignal,
  ): Promise<TakeRecord> {
    const { jobs, files, fetchFile } = scope;
    const { takes, revoice } = this.#deps;
    if (state !== 'succeeded')
      throw error ? fromErrorBody(error) : new AppError('cancelled', 'The job was called off.');
    const { record } = await jobs.reading(jobId, { signal });
    const [result] = resultsSchema.parse(record).results;
    if (!result) throw new AppError('generation_failed', 'The tool made no file.');
    const file = await files.hydrate(result.fileId, signal);
    const download = (path: string): Promise<void> => fetchFile(result.fileId, path, signal);
    return takes.complete(takeId, file, download, (take) => {
      if (take.kind === 'voice') revoice(scope, take);
    });
  }
}

/** Journals the job of a take and starts it. @throws AppError `disk_full`. */
function order(scope: ToolScope, { jobId, made, prompt, spokenText, name, projectId }: TakeRecord): void {
  if (!made || jobId === null) return;
  const title = (prompt ?? spokenText ?? name).trim().slice(0, longestTitle);
  const { operation, body } = made;
  scope.jobs.order({ operation, path: {}, body, title, projectId } as JobOrder<typeof operation>, jobId);
}
