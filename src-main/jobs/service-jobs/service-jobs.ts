import { randomUUID } from 'node:crypto';
import { AppError, fromErrorBody } from '../../../src-shared/app-error.ts';
import type { ServiceJob } from '../../../src-shared/contract/activity.ts';
import type { HttpClient } from '../../api/http-client.ts';
import { RunningTasks } from '../../foundation/running-tasks.ts';
import { orStopped } from '../../foundation/wait.ts';
import type { Clock, Log } from '../../platform.ts';
import {
  isFinishedServiceJob,
  type ServiceJobRecord,
  type ServiceJobRepository,
} from '../../state/service-job-repository.ts';
import type { JobReading, JobRef } from '../schedule/job-ref.ts';
import type { JobSchedule } from '../schedule/job-schedule.ts';
import { JobAudience } from './job-audience.ts';
import type { ServiceJobLedger } from './service-job-ledger.ts';
import { cancelRemote, isStoppable, type ServiceJobPerformer } from './service-job-performer.ts';
import { type JobOrder, kindOf, type StartOperation } from './start-operations.ts';

export interface ServiceJobsDeps {
  /** Whose jobs they are. */
  readonly connectionId: string;
  readonly ledger: ServiceJobLedger;
  readonly repository: ServiceJobRepository;
  readonly performer: ServiceJobPerformer;
  readonly http: HttpClient;
  readonly schedule: Pick<JobSchedule, 'follow'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Hears of every end but the app's own closing. */
  readonly onFinished: (record: ServiceJobRecord) => void;
}

/** What somebody who waits for a job wants to hear while it runs. */
export interface JobWatch {
  readonly signal: AbortSignal;
  readonly onStarted?: (remoteId: string) => void;
  readonly onUpdate?: (reading: JobReading) => void;
}

const longestCancelMs = 60_000;

/**
 * The tool runs, exports, interchanges, remixes and messages of one connection: every one is journalled before its
 * request leaves, sent once, followed to its end, and taken up again after a restart.
 */
export class ServiceJobs {
  readonly #deps: ServiceJobsDeps;
  readonly #tasks: RunningTasks;
  readonly #audience = new JobAudience();

  constructor(deps: ServiceJobsDeps) {
    this.#deps = deps;
    this.#tasks = new RunningTasks({
      limit: Number.POSITIVE_INFINITY,
      onBug: (jobId, error) => {
        deps.log.error('A job stopped unexpectedly.', error, { jobId });
      },
    });
  }

  /** Takes up what was under way when the app last closed. */
  start(): void {
    const { repository, connectionId } = this.#deps;
    for (const { jobId } of repository.listUnfinishedOf(connectionId)) this.#run(jobId);
  }

  /** Journals the order and sends it when it can be. Returns the id of its record. @throws AppError `disk_full`. */
  begin<Name extends StartOperation>(order: JobOrder<Name>): string {
    const { operation, path, body, title, projectId } = order;
    return this.#begin({ operation, path, body, title, projectId, kind: kindOf(operation) });
  }

  /** @throws AppError `not_found`. */
  get(jobId: string): ServiceJobRecord {
    return this.#deps.ledger.get(jobId);
  }

  /** Newest first; of this connection. */
  list(limit: number): ServiceJob[] {
    const { repository, ledger, connectionId } = this.#deps;
    return repository.listOf(connectionId, limit).map((record) => ledger.shown(record));
  }

  /** Those of a project that have not ended, newest first. */
  listOpen(projectId: string, kind: ServiceJob['kind']): ServiceJobRecord[] {
    const { repository, connectionId } = this.#deps;
    return repository
      .list(mostOfProject, projectId)
      .filter(
        (record) =>
          record.connectionId === connectionId && record.kind === kind && !isFinishedServiceJob(record),
      );
  }

  /**
   * Why the newest job of a kind in a project, asked for in the same words, must not be asked for again unless the user
   * says so; null where nothing speaks against it.
   */
  unconfirmed(projectId: string, kind: ServiceJob['kind'], body: unknown): AppError | null {
    const { repository, connectionId } = this.#deps;
    const wanted = JSON.stringify(body);
    const newest = repository
      .list(mostOfProject, projectId)
      .find(
        (record) =>
          record.connectionId === connectionId &&
          record.kind === kind &&
          JSON.stringify(record.body) === wanted,
      );
    return newest?.error?.code === 'start_unconfirmed' ? fromErrorBody(newest.error) : null;
  }

  /**
   * The last reading of a job, whatever its end; that of a remix of several actions is the one that decided.
   * @throws AppError the reason when it ended before the service had it or was lost there, `start_unconfirmed` when
   * that is unknown, `cancelled`.
   */
  async settled(jobId: string, watch: JobWatch): Promise<JobReading> {
    const record = this.get(jobId);
    if (isFinishedServiceJob(record)) return this.#readEnded(record, watch);
    if (record.remoteId !== null) watch.onStarted?.(record.remoteId);
    const { failed, leave } = this.#audience.join(jobId, watch);
    try {
      this.#run(jobId);
      await Promise.race([orStopped(this.#tasks.settled(jobId), watch.signal), failed]);
    } finally {
      leave();
    }
    return this.#audience.lastReading(jobId) ?? this.#readEnded(this.get(jobId), watch);
  }

  /** The last reading of a job that is known by its id at the service, in the ledger or not. Throws as `settled`. */
  async settledAt(ref: JobRef, watch: JobWatch): Promise<JobReading> {
    const { repository, connectionId, schedule } = this.#deps;
    const own = repository
      .listUnfinishedOf(connectionId)
      .find(({ kind, remoteId }) => kind === ref.kind && remoteId === ref.jobId);
    if (own) return this.settled(own.jobId, watch);
    return schedule.follow(ref, { signal: watch.signal, onUpdate: (reading) => watch.onUpdate?.(reading) });
  }

  /**
   * Calls it off: at once before it left, a tool as soon as the service confirms. Others go on at the service, which
   * has no way to stop them, and are forgotten here.
   * @throws AppError `not_found`, `conflict` when it has ended, and as the client when the service cannot be asked.
   */
  async cancel(jobId: string): Promise<ServiceJob> {
    const { ledger, http } = this.#deps;
    const record = ledger.get(jobId);
    if (isFinishedServiceJob(record)) throw new AppError('conflict', 'The job has ended already.');
    const { state, kind, remoteId } = record;
    const endsHere = state === 'queued' || (state === 'running' && !isStoppable(kind));
    if (endsHere) {
      if (!this.#tasks.cancel(jobId)) ledger.finish(jobId, 'cancelled');
      await this.#tasks.settled(jobId);
      return ledger.shown(ledger.get(jobId));
    }
    ledger.update(jobId, { isCancelling: true });
    if (remoteId !== null) {
      const signal = AbortSignal.timeout(longestCancelMs);
      await cancelRemote(http, remoteId, signal).catch((error: unknown) => {
        if (!isFinishedServiceJob(ledger.get(jobId))) ledger.update(jobId, { isCancelling: false });
        throw error;
      });
    }
    return ledger.shown(ledger.get(jobId));
  }

  /** Whoever asked for it wants it no more: calls it off unless somebody else waits for it. */
  async abandon(jobId: string): Promise<void> {
    if (this.#audience.isAwaited(jobId) || isFinishedServiceJob(this.get(jobId))) return;
    await this.cancel(jobId);
  }

  /** Starts what failed, was cancelled or is unknown as a new one. @throws AppError `not_found`, `conflict` else. */
  retry(jobId: string): ServiceJob {
    const { ledger } = this.#deps;
    const record = ledger.get(jobId);
    if (!isFinishedServiceJob(record) || record.state === 'succeeded') {
      throw new AppError('conflict', 'Only a job that did not succeed can be started again.');
    }
    return ledger.shown(ledger.get(this.#begin(record)));
  }

  async dispose(): Promise<void> {
    await this.#tasks.dispose();
  }

  #begin({
    kind,
    operation,
    path,
    body,
    title,
    projectId,
  }: Pick<ServiceJobRecord, 'kind' | 'operation' | 'path' | 'body' | 'title' | 'projectId'>): string {
    const { ledger, clock, connectionId } = this.#deps;
    const { jobId } = ledger.put({
      jobId: randomUUID(),
      connectionId,
      kind,
      title,
      state: 'queued',
      progress: 0,
      isCancelling: false,
      projectId,
      createdAt: Math.floor(clock.now() / 1000),
      finishedAt: null,
      error: null,
      operation,
      path,
      body,
      remoteId: null,
      remoteIds: [],
      newestBefore: null,
      parentId: null,
      submittedAtMs: null,
      attemptIndex: 0,
    });
    this.#run(jobId);
    return jobId;
  }

  #run(jobId: string): void {
    const { performer, ledger, onFinished } = this.#deps;
    if (this.#tasks.isRunning(jobId)) return;
    this.#tasks.run(jobId, async (signal) => {
      const listener = this.#audience.listenerOf(jobId);
      const reading = await performer.perform(jobId, listener, signal);
      if (reading) this.#audience.keepLast(jobId, reading);
      const record = ledger.get(jobId);
      if (isFinishedServiceJob(record)) onFinished(record);
    });
  }

  /** Reads a job that ended at the service once more; links in it are signed anew. */
  #readEnded(record: ServiceJobRecord, { signal, onUpdate }: JobWatch): Promise<JobReading> {
    const { kind, state, remoteId, parentId, error } = record;
    const isAtService = remoteId !== null && state !== 'unknown' && error?.code !== 'not_found';
    if (!isAtService || (state === 'cancelled' && !isStoppable(kind))) {
      throw error ? fromErrorBody(error) : new AppError('cancelled', 'The job was called off.');
    }
    const ref: JobRef = { kind, jobId: remoteId, parentId };
    return this.#deps.schedule.follow(ref, { signal, onUpdate: (reading) => onUpdate?.(reading) });
  }
}

/** Of one project; more than are ever open. */
const mostOfProject = 200;
