import { AppError, type ErrorBody, type ErrorCode } from '../../../src-shared/app-error.ts';
import { errorOfFailedJob } from '../../api/http/api-errors.ts';
import { appIsClosing, throwIfStopped } from '../../foundation/wait.ts';
import type { Clock, Log } from '../../platform.ts';
import type { JobReading, JobRef } from '../schedule/job-ref.ts';
import type { JobSchedule } from '../schedule/job-schedule.ts';
import type { JobLedger, JobRecord } from './job-ledger.ts';

/** How jobs of one kind run at the service. */
export interface JobRun<Stored> {
  /** Returns the jobs at the service that the schedule reads for a record; none before its start is confirmed. */
  refsOf(record: Stored): readonly JobRef[];
  /**
   * Returns further fields of a running job.
   * @param readings the latest reading of each ref, in order.
   * @param progress 0 to 1, the mean of the readings.
   */
  fieldsOf(record: Stored, readings: readonly (JobReading | undefined)[], progress: number): Partial<Stored>;
  /**
   * Ends a job that was cancelled before it had an id.
   * @returns true if the service ends it, false if it continues.
   * @throws AppError `cancelled` where the app no longer follows it.
   */
  cancelStarted(record: Stored, signal: AbortSignal): Promise<boolean>;
  /** Returns the code of the error when the service reports a failure. */
  failureOf(record: Stored): ErrorCode;
  /** Returns the fields that a job has from its success. */
  resultOf?(record: Stored, signal: AbortSignal): Promise<Partial<Stored>>;
}

/** Receives a job's first id at the service and every reading. */
export interface JobListener {
  readonly onStarted?: (remoteId: string) => void;
  readonly onUpdate?: (reading: JobReading) => void;
}

/** Signal and callbacks of a caller that waits for a job. */
export interface JobWatch extends JobListener {
  readonly signal: AbortSignal;
}

export interface JobRunnerDeps<Stored extends JobRecord, Shown> {
  readonly ledger: JobLedger<Stored, Shown>;
  readonly calls: JobRun<Stored>;
  readonly starter: { start(id: string, signal: AbortSignal): Promise<void> };
  readonly schedule: Pick<JobSchedule, 'follow'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Carries each job of one kind from its recorded state to its end. */
export class JobRunner<Stored extends JobRecord, Shown> {
  readonly #deps: JobRunnerDeps<Stored, Shown>;

  constructor(deps: JobRunnerDeps<Stored, Shown>) {
    this.#deps = deps;
  }

  /**
   * Runs a job. Never rejects: records every end except the closing of the app.
   * @returns the last reading; null when it ended without one.
   */
  async run(id: string, signal: AbortSignal, listener: JobListener = {}): Promise<JobReading | null> {
    const { ledger, calls, starter, log } = this.#deps;
    try {
      throwIfStopped(signal);
      if (calls.refsOf(ledger.get(id)).length === 0) await starter.start(id, signal);
      const reading = await this.#follow(id, signal, listener);
      await this.#end(id, reading, signal);
      return reading;
    } catch (error) {
      if (signal.reason === appIsClosing) return null;
      if (!(error instanceof AppError))
        log.error(`A ${ledger.kind.name} failed unexpectedly.`, error, { id });
      ledger.fail(id, error);
      return null;
    }
  }

  /** Follows a job by its id at the service, in the ledger or not. @throws as `JobSchedule.follow`. */
  follow(ref: JobRef, { signal, onUpdate }: JobWatch): Promise<JobReading> {
    return this.#deps.schedule.follow(ref, { signal, onUpdate: (reading) => onUpdate?.(reading) });
  }

  async #follow(id: string, signal: AbortSignal, { onStarted, onUpdate }: JobListener): Promise<JobReading> {
    const { ledger, calls, schedule } = this.#deps;
    const record = ledger.get(id);
    const { expectedSeconds } = record;
    if (record.isCancelling && !(await calls.cancelStarted(record, signal))) ledger.noteCancelling(id, false);
    const refs = calls.refsOf(record);
    const latest = new Map<JobRef, JobReading>();
    const follow = (ref: JobRef): Promise<JobReading> =>
      schedule.follow(ref, {
        signal,
        onUpdate: (reading, leftMs) => {
          latest.set(ref, reading);
          const readings = refs.map((each) => latest.get(each));
          // Of several jobs nobody knows how long the later ones take.
          this.#note(id, readings, refs.length === 1 ? leftMs : null);
          onUpdate?.(reading);
        },
        ...(expectedSeconds === undefined ? {} : { expectedSeconds }),
      });
    onStarted?.(refs[0]?.jobId ?? '');
    return decisiveOf(await Promise.all(refs.map(follow)));
  }

  #note(id: string, readings: readonly (JobReading | undefined)[], leftMs: number | null): void {
    const { ledger, calls, clock } = this.#deps;
    const known = readings.filter((reading) => reading !== undefined);
    const progress = known.reduce((sum, reading) => sum + reading.progress, 0) / readings.length;
    ledger.note(id, {
      progress,
      attemptIndex: Math.max(...known.map(({ attemptIndex }) => attemptIndex)),
      error: noticeOf(known),
      isWaiting: known.every(({ status }) => status === 'pending'),
      expectedEndAt: leftMs === null ? undefined : Math.round((clock.now() + leftMs) / 1_000),
      ...calls.fieldsOf(ledger.get(id), readings, progress),
    });
  }

  async #end(id: string, { status, error }: JobReading, signal: AbortSignal): Promise<void> {
    const { ledger, calls } = this.#deps;
    const record = ledger.get(id);
    if (status === 'succeeded') ledger.finish(id, 'succeeded', await calls.resultOf?.(record, signal));
    else if (status === 'cancelled') ledger.finish(id, 'cancelled');
    else ledger.fail(id, errorOfFailedJob(error, calls.failureOf(record), ledger.kind.thingOf?.(record)));
  }
}

/**
 * Returns a notice if a status is unknown to this version of the app, else null. The app keeps following such a job,
 * because it cannot know whether it has ended.
 */
function noticeOf(readings: readonly JobReading[]): ErrorBody | null {
  if (readings.every(({ status }) => status !== 'unrecognised')) return null;
  return {
    code: 'service_answer_unreadable',
    message: 'The service tells a status of the job that this version of the app does not know.',
    details: { reason: 'unknown_status' },
  };
}

/** Returns the reading that decides the end of several jobs: the first without success. */
function decisiveOf(readings: readonly JobReading[]): JobReading {
  const decisive = readings.find(({ status }) => status !== 'succeeded') ?? readings.at(-1);
  if (!decisive) throw new Error('A job without an id was followed.');
  return decisive;
}
