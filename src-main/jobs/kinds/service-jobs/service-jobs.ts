import { randomUUID } from 'node:crypto';
import { AppError, fromErrorBody } from '../../../../src-shared/app-error.ts';
import { isBoundToFinish, type ServiceJob } from '../../../../src-shared/contract/activity.ts';
import type { Projects } from '../../../api/projects.ts';
import { appIsClosing, orStopped, throwIfStopped } from '../../../foundation/wait.ts';
import {
  isFinishedServiceJob,
  queuedServiceJob,
  type ServiceJobRecord,
} from '../../../state/service-job-repository.ts';
import { JobEngine, type JobEngineDeps } from '../../run/job-engine.ts';
import type { JobRunner, JobWatch } from '../../run/job-runner.ts';
import type { JobReading, JobRef } from '../../schedule/job-ref.ts';
import { type KnownRefusal, knownRefusals } from '../../start/known-refusal.ts';
import { JobWatchers } from './job-watchers.ts';
import { firstSteps, orderOfRetry } from './remix-steps.ts';
import { isStoppable, type ServiceJobCalls } from './service-job-calls.ts';
import { type JobOrder, kindOf, type StartOperation } from './start-operations.ts';

export interface ServiceJobsDeps extends JobEngineDeps<ServiceJobRecord, ServiceJob> {
  readonly runner: JobRunner<ServiceJobRecord, ServiceJob>;
  readonly calls: ServiceJobCalls;
  readonly projects: Pick<Projects, 'get'>;
}

/** Limit of jobs per project; more than are ever open. */
const maxOfProject = 200;
/** Limit of the newest jobs of the connection, among which the remix that made a copy is looked for. */
const maxNewest = 200;
/** Longest wait for a project before a job of it is started again. */
const longestReadMs = 10_000;

/**
 * The tool runs, exports, interchanges, remixes and messages of one connection. Journals each job before its request
 * leaves, sends it once, follows it to its end, and resumes it after a restart.
 */
export class ServiceJobs extends JobEngine<ServiceJobRecord, ServiceJob> {
  readonly #deps: ServiceJobsDeps;
  readonly #watchers = new JobWatchers();
  readonly #stopper = new AbortController();

  constructor(deps: ServiceJobsDeps) {
    super(deps);
    this.#deps = deps;
  }

  /**
   * Journals the order and sends it as soon as possible. Returns the id of its record.
   * @throws AppError `disk_full`.
   */
  begin<Name extends StartOperation>(order: JobOrder<Name>): string {
    return this.order(order).jobId;
  }

  /**
   * Like `begin`, but returns the job to show.
   * @param jobId id of its record, which no other record has.
   * @throws AppError `disk_full`.
   */
  order<Name extends StartOperation>(order: JobOrder<Name>, jobId?: string): ServiceJob {
    return this.add(this.#recordOf({ ...order, kind: kindOf(order.operation) }, jobId));
  }

  /** Lists what the service is known to refuse to this account, newest first. */
  refusals(): KnownRefusal<ServiceJobRecord>[] {
    const { ledger, connectionId, calls } = this.#deps;
    return knownRefusals(ledger, connectionId, (record) => calls.optionsOf(record));
  }

  /** Lists a project's jobs of a kind, newest first. */
  listOf(projectId: string, kind: ServiceJob['kind']): ServiceJobRecord[] {
    const { ledger, connectionId } = this.#deps;
    return ledger
      .list(maxOfProject, projectId)
      .filter((record) => record.connectionId === connectionId && record.kind === kind);
  }

  /** Lists a project's unfinished jobs of a kind, newest first. */
  listOpen(projectId: string, kind: ServiceJob['kind']): ServiceJobRecord[] {
    const { ledger } = this.#deps;
    return this.listOf(projectId, kind).filter((record) => !ledger.kind.isFinished(record));
  }

  /** Returns the project of which a remix made this one as a copy; null for any other. */
  originalOf(projectId: string): string | null {
    const { ledger, connectionId } = this.#deps;
    const original = ledger
      .listOf(connectionId, maxNewest)
      .find(
        ({ kind, parentId, path }) =>
          kind === 'remix' && parentId === projectId && path['projectId'] !== projectId,
      );
    return original?.path['projectId'] ?? null;
  }

  /**
   * Returns the error of the newest job with the same body in a project if its start is unconfirmed, else null. Such a
   * job must not be requested again without the user's consent.
   */
  unconfirmed(projectId: string, kind: ServiceJob['kind'], body: unknown): AppError | null {
    const wanted = JSON.stringify(body);
    const newest = this.listOf(projectId, kind).find((record) => JSON.stringify(record.body) === wanted);
    return newest?.error?.code === 'start_unconfirmed' ? fromErrorBody(newest.error) : null;
  }

  /**
   * Returns the last reading of a job, whatever its end; for a remix of several actions, the reading that decided.
   * @throws AppError the reason when it ended before the service had it or was lost there, `start_unconfirmed` when
   * that is unknown, `cancelled`.
   */
  async reading(jobId: string, watch: JobWatch): Promise<JobReading> {
    const record = this.get(jobId);
    if (isFinishedServiceJob(record)) return this.#readEnded(record, watch);
    if (record.remoteId !== null) watch.onStarted?.(record.remoteId);
    const { failed, leave } = this.#watchers.join(jobId, watch);
    try {
      this.run(jobId);
      await Promise.race([orStopped(this.settled(jobId), watch.signal), failed]);
    } finally {
      leave();
    }
    return this.#watchers.lastReading(jobId) ?? this.#readEnded(this.get(jobId), watch);
  }

  /** Returns the last reading of a job by its id at the service, in the ledger or not. Throws as `reading`. */
  async readingAt(ref: JobRef, watch: JobWatch): Promise<JobReading> {
    const { ledger, connectionId, runner } = this.#deps;
    const own = ledger
      .listUnfinishedOf(connectionId)
      .find(({ kind, remoteId }) => kind === ref.kind && remoteId === ref.jobId);
    if (own) return this.reading(own.jobId, watch);
    return runner.follow(ref, watch);
  }

  /**
   * Cancels a job as its engine does.
   * @throws AppError `conflict` also for one that is bound to finish, unless the connection cannot be used: nothing else
   * would end a job of a service that never answers again.
   */
  override async cancel(jobId: string): Promise<ServiceJob> {
    if (isBoundToFinish(this.get(jobId)) && this.#deps.calls.isOnline)
      throw new AppError('conflict', 'The service finishes it.');
    const cancelled = await super.cancel(jobId);
    await this.#deps.calls.endThere(this.get(jobId));
    return cancelled;
  }

  /** Cancels a job whose caller no longer needs it, unless another caller waits for it. */
  async abandon(jobId: string): Promise<void> {
    if (this.#watchers.isAwaited(jobId) || isFinishedServiceJob(this.get(jobId))) return;
    await this.cancel(jobId);
  }

  /**
   * Starts a failed, cancelled or unknown job as a new one, under the present title of its project; of a remix, the
   * actions that did not succeed.
   * @throws AppError `not_found` also for a removed project, `disk_full`, `cancelled` at the end of the connection,
   * `conflict` otherwise.
   */
  async retry(jobId: string): Promise<ServiceJob> {
    const order = orderOfRetry(this.getRetryable(jobId));
    const title = await this.#presentTitleOf(order);
    throwIfStopped(this.#stopper.signal);
    // It may have been started again meanwhile.
    return this.addRetry(this.getRetryable(jobId), this.#recordOf({ ...order, title }));
  }

  /** The known title serves while the service cannot be reached. @throws AppError `not_found` for a removed project. */
  async #presentTitleOf({ title, path }: Pick<ServiceJobRecord, 'title' | 'path'>): Promise<string> {
    const { calls, projects } = this.#deps;
    const projectId = path['projectId'];
    if (projectId === undefined || !calls.isOnline) return title;
    const signal = AbortSignal.any([this.#stopper.signal, AbortSignal.timeout(longestReadMs)]);
    try {
      return (await projects.get(projectId, signal)).title;
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'not_found') throw error;
      return title;
    }
  }

  override async dispose(): Promise<void> {
    this.#stopper.abort(appIsClosing);
    await super.dispose();
  }

  protected override async perform(jobId: string, signal: AbortSignal): Promise<void> {
    const reading = await this.#deps.runner.run(jobId, signal, this.#watchers.listenerOf(jobId));
    if (reading) this.#watchers.keepLast(jobId, reading);
  }

  /** True if cancelling ends the job here. A service of the documented API can cancel only tools. */
  protected override endsHere({ state, kind }: ServiceJobRecord): boolean {
    return state === 'queued' || (state === 'running' && !isStoppable(kind));
  }

  protected override cancelThere(record: ServiceJobRecord, signal: AbortSignal): Promise<void> {
    return this.#deps.calls.cancel(record, signal);
  }

  #recordOf(
    order: Pick<ServiceJobRecord, 'kind' | 'operation' | 'path' | 'body' | 'title' | 'projectId'>,
    jobId: string = randomUUID(),
  ): ServiceJobRecord {
    const { clock, connectionId } = this.#deps;
    return {
      ...queuedServiceJob,
      jobId,
      connectionId,
      kind: order.kind,
      operation: order.operation,
      path: order.path,
      body: order.body,
      title: order.title,
      projectId: order.projectId,
      createdAt: Math.floor(clock.now() / 1000),
      steps: firstSteps(order),
    };
  }

  /** Reads an ended job at the service again, which signs its links again. */
  #readEnded(record: ServiceJobRecord, watch: JobWatch): Promise<JobReading> {
    const { kind, state, remoteId, parentId, error } = record;
    const isAtService = remoteId !== null && state !== 'unknown' && error?.code !== 'not_found';
    if (!isAtService || (state === 'cancelled' && !isStoppable(kind))) {
      throw error ? fromErrorBody(error) : new AppError('cancelled', 'The job was called off.');
    }
    return this.#deps.runner.follow({ kind, jobId: remoteId, parentId }, watch);
  }
}
