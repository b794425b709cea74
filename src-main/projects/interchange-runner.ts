import { type Interchange, interchangeSchema } from '../../src-shared/api/projects.ts';
import { AppError } from '../../src-shared/app-error.ts';
import type { DeliveryFormat, MediaDelivery } from '../../src-shared/contract/delivery.ts';
import { errorOfFailedJob } from '../api/http/api-errors.ts';
import type { HttpClient } from '../api/http/http-client.ts';
import { cancelledByUser } from '../foundation/wait.ts';
import type { ServiceJobs } from '../jobs/kinds/service-jobs/service-jobs.ts';
import type { JobReading } from '../jobs/schedule/job-ref.ts';

export interface InterchangeRunnerDeps {
  readonly http: Pick<HttpClient, 'call'>;
  readonly jobs: ServiceJobs;
}

export interface InterchangeOrder {
  readonly projectId: string;
  readonly format: DeliveryFormat;
  readonly mediaDelivery: MediaDelivery;
  /** Id of an earlier job to resume; null starts one. */
  readonly jobId: string | null;
  /** Id of an earlier job's record, whether the service has the job or not; null starts one. */
  readonly askedJobId: string | null;
  /** False does not repeat an earlier start that the service never confirmed. */
  readonly isAskedByUser: boolean;
  /** Called with the id of the job's record before its request leaves. */
  readonly onAsked: (jobId: string) => void;
  /** Called with the id of a new job as soon as there is one. */
  readonly onStarted: (jobId: string) => void;
  /** Called with the progress, 0 to 1. */
  readonly onProgress: (fraction: number) => void;
  readonly signal: AbortSignal;
}

/** Result of an interchange job. */
export interface InterchangeResult {
  readonly jobId: string;
  readonly url: string;
  /** Null if the service does not report it. */
  readonly sizeBytes: number | null;
  /** Requests a newly signed link. */
  readonly renewUrl: (signal: AbortSignal) => Promise<string>;
}

/** Has the service make an interchange document or bundle, as a job of the ledger. */
export class InterchangeRunner {
  readonly #deps: InterchangeRunnerDeps;

  constructor(deps: InterchangeRunnerDeps) {
    this.#deps = deps;
  }

  /**
   * Resumes an earlier job, or starts one if there is none or the service no longer has it.
   * @throws AppError as the service gives for a failed job; `service_failed` when it was cancelled there.
   */
  async run(order: InterchangeOrder): Promise<InterchangeResult> {
    const { jobId, askedJobId } = order;
    try {
      return this.#resultOf(await (jobId === null ? this.#ask(order) : this.#resume(jobId, order)));
    } catch (error) {
      const isGone = error instanceof AppError && error.code === 'not_found';
      if (!isGone || (jobId === null && askedJobId === null)) throw error;
      return this.#resultOf(await this.#ask({ ...order, askedJobId: null }));
    }
  }

  #resume(jobId: string, order: InterchangeOrder): Promise<JobReading> {
    const ref = { kind: 'interchange', jobId, parentId: null } as const;
    return this.#deps.jobs.readingAt(ref, watchOf(order));
  }

  /** Starts a job, or waits for the same job if its earlier start has not reached the service yet. */
  async #ask(order: InterchangeOrder): Promise<JobReading> {
    const { jobs } = this.#deps;
    const { onStarted, signal } = order;
    const jobId = order.askedJobId ?? this.#waitingJobId(order) ?? this.#begin(order);
    order.onAsked(jobId);
    try {
      return await jobs.reading(jobId, { ...watchOf(order), onStarted });
    } catch (error) {
      if (signal.reason === cancelledByUser) await jobs.abandon(jobId);
      throw error;
    }
  }

  #waitingJobId(order: InterchangeOrder): string | null {
    const body = JSON.stringify(bodyOf(order));
    const open = this.#deps.jobs.listOpen(order.projectId, 'interchange');
    const waiting = open.find((job) => job.remoteId === null && JSON.stringify(job.body) === body);
    return waiting?.jobId ?? null;
  }

  #begin(order: InterchangeOrder): string {
    const { jobs } = this.#deps;
    const { projectId, format: title, isAskedByUser } = order;
    const body = bodyOf(order);
    const unconfirmed = isAskedByUser ? null : jobs.unconfirmed(projectId, 'interchange', body);
    if (unconfirmed) throw unconfirmed;
    return jobs.begin({ operation: 'createInterchange', path: { projectId }, body, title, projectId });
  }

  #resultOf({ status, error, record }: JobReading): InterchangeResult {
    if (status !== 'succeeded') throw errorOfFailedJob(error, 'service_failed');
    const { http } = this.#deps;
    const job = interchangeSchema.parse(record);
    const path = { interchangeJobId: job.interchangeJobId };
    return {
      jobId: job.interchangeJobId,
      url: linkOf(job),
      sizeBytes: job.file?.downloadSource?.fileBytes ?? null,
      renewUrl: async (signal) => linkOf(await http.call('getInterchange', { path, signal })),
    };
  }
}

function bodyOf({ format, mediaDelivery }: InterchangeOrder) {
  return { format, mediaDelivery };
}

function watchOf({ signal, onProgress }: InterchangeOrder) {
  const onUpdate = ({ progress }: JobReading): void => {
    onProgress(progress);
  };
  return { signal, onUpdate };
}

function linkOf(job: Interchange): string {
  if (job.downloadUrl !== null) return job.downloadUrl;
  throw new AppError('service_answer_unreadable', 'A finished interchange job has no link.');
}
