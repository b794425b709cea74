import { AppError, toErrorBody } from '../../../src-shared/app-error.ts';
import { type ServiceJob, serviceJobSchema } from '../../../src-shared/contract/activity.ts';
import type { Clock } from '../../platform.ts';
import type { ServiceJobRecord, ServiceJobRepository } from '../../state/service-job-repository.ts';
import type { JobEvents } from '../job-events.ts';

export interface ServiceJobLedgerDeps {
  readonly repository: ServiceJobRepository;
  readonly events: Pick<JobEvents, 'changed'>;
  readonly clock: Clock;
}

/** How far a job is within its present attempt, and what is odd about it; told often, stored seldom, and told anew after a restart. */
type LiveProgress = Pick<ServiceJobRecord, 'progress' | 'attemptIndex' | 'error'>;

/** The record of every job at the service besides generations: each change of state is on the disk before it is told. */
export class ServiceJobLedger {
  readonly #deps: ServiceJobLedgerDeps;
  readonly #live = new Map<string, LiveProgress>();

  constructor(deps: ServiceJobLedgerDeps) {
    this.#deps = deps;
  }

  /** With how far it is now. @throws AppError `not_found`. */
  get(jobId: string): ServiceJobRecord {
    const record = this.#deps.repository.get(jobId);
    if (!record) throw new AppError('not_found', `There is no job ${jobId}.`);
    return { ...record, ...this.#live.get(jobId) };
  }

  put(record: ServiceJobRecord): ServiceJobRecord {
    this.#deps.repository.put(record);
    this.#deps.events.changed('job', record.jobId);
    return record;
  }

  update(jobId: string, change: Partial<ServiceJobRecord>): ServiceJobRecord {
    return this.put({ ...this.get(jobId), ...change });
  }

  /** Progress never falls within one attempt. It is stored with the next step only. */
  note(jobId: string, told: LiveProgress): void {
    const known = this.#live.get(jobId);
    const isSameAttempt = known?.attemptIndex === told.attemptIndex;
    const progress = isSameAttempt ? Math.max(known.progress, told.progress) : told.progress;
    if (isSameAttempt && progress === known.progress && told.error?.code === known.error?.code) return;
    this.#live.set(jobId, { ...told, progress });
    this.#deps.events.changed('job', jobId);
  }

  finish(
    jobId: string,
    state: 'succeeded' | 'failed' | 'cancelled' | 'unknown',
    error?: unknown,
  ): ServiceJobRecord {
    const record = this.update(jobId, {
      state,
      isCancelling: false,
      ...(state === 'succeeded' ? { progress: 1 } : {}),
      finishedAt: Math.floor(this.#deps.clock.now() / 1000),
      error: error === undefined ? null : toErrorBody(error),
    });
    this.#live.delete(jobId);
    return record;
  }

  /** What the page may know of a record, with how far it is now. */
  shown(record: ServiceJobRecord): ServiceJob {
    return serviceJobSchema.parse({ ...record, ...this.#live.get(record.jobId) });
  }

  /** Ids at the service that the newest thousand records have. */
  knownIds(): Set<string> {
    return new Set(
      this.#deps.repository
        .list(1_000)
        .flatMap(({ remoteId, remoteIds }) => (remoteId === null ? remoteIds : [remoteId, ...remoteIds])),
    );
  }
}
