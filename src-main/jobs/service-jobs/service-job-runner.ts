import { AppError, type ErrorBody } from '../../../src-shared/app-error.ts';
import { isBoundToFinish } from '../../../src-shared/contract/activity.ts';
import { errorOfFailedJob } from '../../api/api-errors.ts';
import type { Availability } from '../../api/availability.ts';
import type { HttpClient } from '../../api/http-client.ts';
import { appIsClosing, cancelledByUser, throwIfStopped } from '../../foundation/wait.ts';
import type { Clock, Log } from '../../platform.ts';
import type { ServiceJobRecord } from '../../state/service-job-repository.ts';
import { cancelAtService } from '../retry.ts';
import type { JobReading, JobRef } from '../schedule/job-ref.ts';
import type { JobSchedule } from '../schedule/job-schedule.ts';
import { noticeOfStatus } from '../status-notice.ts';
import { stepsRead } from './remix-steps.ts';
import type { ServiceJobLedger } from './service-job-ledger.ts';
import type { ServiceJobStarter } from './service-job-starter.ts';

export interface ServiceJobRunnerDeps {
  readonly ledger: ServiceJobLedger;
  readonly starter: ServiceJobStarter;
  readonly http: HttpClient;
  readonly schedule: Pick<JobSchedule, 'follow'>;
  readonly availability: Pick<Availability, 'whenReady'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Longest wait for a service that is to end a job. */
const maxEndMs = 5_000;

/** Receives a job's id at the service and every reading. */
export interface JobListener {
  readonly onStarted: (remoteId: string) => void;
  readonly onUpdate: (reading: JobReading) => void;
}

/** Carries one job from its recorded state to its end. */
export class ServiceJobRunner {
  readonly #deps: ServiceJobRunnerDeps;

  constructor(deps: ServiceJobRunnerDeps) {
    this.#deps = deps;
  }

  /**
   * Runs a job; records every end except the closing of the app.
   * @returns the last reading; null when it ended without one.
   */
  async run(jobId: string, listener: JobListener, signal: AbortSignal): Promise<JobReading | null> {
    const { ledger, starter, log } = this.#deps;
    try {
      throwIfStopped(signal);
      if (ledger.get(jobId).remoteId === null) await starter.start(jobId, signal);
      const record = ledger.get(jobId);
      const { remoteId, state, kind, isCancelling } = record;
      if (remoteId === null || state === 'unknown') return null;
      if (isCancelling && isBoundToFinish(record)) ledger.noteCancelling(jobId, false);
      else if (isCancelling && !isStoppable(kind)) {
        await endThere(this.#deps, record);
        throw cancelledByUser;
      }
      listener.onStarted(remoteId);
      const reading = await this.#follow(jobId, listener, signal);
      this.#end(jobId, reading);
      return reading;
    } catch (error) {
      if (signal.reason === appIsClosing) return null;
      if (!(error instanceof AppError)) log.error('A job failed unexpectedly.', error, { jobId });
      if (error instanceof AppError && error.code === 'cancelled') ledger.finish(jobId, 'cancelled');
      else ledger.finish(jobId, 'failed', { error });
      return null;
    }
  }

  async #follow(jobId: string, listener: JobListener, signal: AbortSignal): Promise<JobReading> {
    const { ledger, http, schedule } = this.#deps;
    const record = ledger.get(jobId);
    if (record.isCancelling && !(await this.#cancelAtService(record, http, signal))) {
      ledger.noteCancelling(jobId, false);
    }
    const refs = refsOf(record);
    const latest = new Map<string, JobReading>();
    const onUpdate = (reading: JobReading): void => {
      latest.set(reading.ref.jobId, reading);
      const sum = [...latest.values()].reduce((total, { progress }) => total + progress, 0);
      const error = noticeOf([...latest.values()]);
      const steps = stepsRead(
        record.steps,
        refs.map((ref) => latest.get(ref.jobId)),
      );
      const progress = sum / refs.length;
      ledger.note(jobId, { progress, attemptIndex: highestAttempt(latest), error, steps });
      listener.onUpdate(reading);
    };
    const readings = await Promise.all(refs.map((ref) => schedule.follow(ref, { signal, onUpdate })));
    return decisiveOf(readings);
  }

  #cancelAtService({ remoteId }: ServiceJobRecord, http: HttpClient, signal: AbortSignal): Promise<boolean> {
    return cancelAtService(() => cancelRemote(http, remoteId ?? '', signal), this.#deps, signal);
  }

  #end(jobId: string, { status, error }: JobReading): void {
    const { ledger } = this.#deps;
    const { kind } = ledger.get(jobId);
    if (status === 'succeeded') ledger.finish(jobId, 'succeeded');
    else if (status === 'cancelled') ledger.finish(jobId, 'cancelled');
    else ledger.finish(jobId, 'failed', { error: errorOfFailedJob(error, failureOf(kind)) });
  }
}

/** Error code for a failed job of a kind. */
function failureOf(kind: ServiceJobRecord['kind']): 'generation_failed' | 'service_failed' {
  return kind === 'tool' || kind === 'message' ? 'generation_failed' : 'service_failed';
}

/** True for tools, the only jobs that the service can cancel (specification §4). */
export function isStoppable(kind: ServiceJobRecord['kind']): boolean {
  return kind === 'tool';
}

/**
 * Ends the work on an export or a document that was called off, where the service can do that; elsewhere it continues,
 * unfollowed. Never rejects.
 */
export async function endThere(
  { http, log }: Pick<ServiceJobRunnerDeps, 'http' | 'log'>,
  { kind, remoteId, parentId }: Pick<ServiceJobRecord, 'kind' | 'remoteId' | 'parentId'>,
): Promise<void> {
  if (remoteId === null) return;
  const options = { signal: AbortSignal.timeout(maxEndMs), isRepeatable: true };
  try {
    if (kind === 'export' && parentId !== null) {
      const path = { projectId: parentId, exportId: remoteId };
      await http.call('cancelProjectExport', { path, ...options });
    }
    if (kind === 'interchange') {
      await http.call('cancelInterchange', { path: { interchangeJobId: remoteId }, ...options });
    }
  } catch (error) {
    log.info('The service continues a job that was called off.', { kind, remoteId, error });
  }
}

/** Requests the cancellation of a tool. The job becomes `cancelled` later, unless it has finished. */
export async function cancelRemote(http: HttpClient, remoteId: string, signal: AbortSignal): Promise<void> {
  const path = { toolExecutionId: remoteId };
  await http.call('cancelToolExecution', { path, signal, isRepeatable: true });
}

function refsOf({ kind, remoteId, remoteIds, parentId }: ServiceJobRecord): JobRef[] {
  const ids = remoteIds.length > 0 ? remoteIds : remoteId === null ? [] : [remoteId];
  return ids.map((jobId) => ({ kind, jobId, parentId }));
}

function highestAttempt(readings: ReadonlyMap<string, JobReading>): number {
  return Math.max(0, ...[...readings.values()].map(({ attemptIndex }) => attemptIndex));
}

/** Returns the notice to show while the jobs of one start run. */
function noticeOf(readings: readonly JobReading[]): ErrorBody | null {
  return readings.map(({ status }) => noticeOfStatus(status)).find((notice) => notice !== null) ?? null;
}

/** Returns the reading that decides the end of several jobs: the first without success. */
function decisiveOf(readings: readonly JobReading[]): JobReading {
  const decisive = readings.find(({ status }) => status !== 'succeeded') ?? readings.at(-1);
  if (!decisive) throw new Error('A job without an id was followed.');
  return decisive;
}
