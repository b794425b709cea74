import type { Interchange } from '../../src-shared/api/projects.ts';
import { AppError } from '../../src-shared/app-error.ts';
import type { DeliveryFormat, MediaDelivery } from '../../src-shared/contract/delivery.ts';
import { errorOfFailedJob } from '../api/api-errors.ts';
import type { Interchanges } from '../api/interchanges.ts';
import type { RateBudget } from '../api/rate-budget.ts';
import { followJob } from '../jobs/follow-job.ts';
import type { Clock } from '../platform.ts';

export interface InterchangeRunnerDeps {
  readonly interchanges: Interchanges;
  readonly budget: RateBudget;
  readonly clock: Clock;
}

export interface InterchangeOrder {
  readonly projectId: string;
  readonly format: DeliveryFormat;
  readonly mediaDelivery: MediaDelivery;
  /** A job asked for earlier, taken up again; null asks for one. */
  readonly jobId: string | null;
  /** Hears the id of a new job as soon as there is one. */
  readonly onStarted: (jobId: string) => void;
  /** Called with 0 to 1. */
  readonly onProgress: (fraction: number) => void;
  readonly signal: AbortSignal;
}

/** What an interchange job made. */
export interface InterchangeResult {
  readonly jobId: string;
  readonly url: string;
  /** Null when the service does not say. */
  readonly sizeBytes: number | null;
  /** Signs the link anew. */
  readonly renewUrl: (signal: AbortSignal) => Promise<string>;
}

const pollEveryMs = 700;

/** Has the service make an interchange document or bundle. */
export class InterchangeRunner {
  readonly #deps: InterchangeRunnerDeps;

  constructor(deps: InterchangeRunnerDeps) {
    this.#deps = deps;
  }

  /** @throws AppError as the service gives for a failed job; `service_failed` when it was cancelled there. */
  async run(order: InterchangeOrder): Promise<InterchangeResult> {
    const { jobId } = order;
    if (jobId === null) return this.#follow(order, await this.#ask(order));
    try {
      return await this.#follow(order, jobId);
    } catch (error) {
      const isGone = error instanceof AppError && error.code === 'not_found';
      if (!isGone) throw error;
      return this.#follow(order, await this.#ask(order));
    }
  }

  async #ask(order: InterchangeOrder): Promise<string> {
    const { projectId, format, mediaDelivery, signal } = order;
    const jobId = await this.#deps.interchanges.start(projectId, { format, mediaDelivery }, signal);
    order.onStarted(jobId);
    return jobId;
  }

  async #follow(order: InterchangeOrder, jobId: string): Promise<InterchangeResult> {
    const { interchanges, budget, clock } = this.#deps;
    const job = await followJob({
      read: () => interchanges.get(jobId, order.signal, 'poll'),
      onUpdate: ({ progressPercentage }) => {
        order.onProgress(progressPercentage / 100);
      },
      intervalMs: () => budget.pollIntervalMs('interchange.get', 1, pollEveryMs),
      clock,
      signal: order.signal,
    });
    if (job.status !== 'succeeded') throw errorOfFailedJob(job.error, 'service_failed');
    return {
      jobId,
      url: linkOf(job),
      sizeBytes: job.file?.downloadSource?.fileBytes ?? null,
      renewUrl: async (signal) => linkOf(await interchanges.get(jobId, signal, 'user')),
    };
  }
}

function linkOf(job: Interchange): string {
  if (job.downloadUrl !== null) return job.downloadUrl;
  throw new AppError('service_answer_unreadable', 'A finished interchange job has no link.');
}
