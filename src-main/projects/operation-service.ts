import { z } from 'zod';
import type { FileInfo } from '../../src-shared/api/files.ts';
import { AppError } from '../../src-shared/app-error.ts';
import type { ServiceJob } from '../../src-shared/contract/activity.ts';
import {
  type DirectOperation,
  type JobOperation,
  jobOperations,
  requireBody,
} from '../../src-shared/contract/operation.ts';
import type { HttpClient } from '../api/http/http-client.ts';
import { appIsClosing } from '../foundation/wait.ts';
import type { ServiceJobs } from '../jobs/kinds/service-jobs/service-jobs.ts';
import type { JobOrder } from '../jobs/kinds/service-jobs/start-operations.ts';
import type { Clock } from '../platform.ts';
import { isFinishedServiceJob } from '../state/service-job-repository.ts';
import type { LibraryFiles } from './library-files.ts';

export interface OperationServiceDeps {
  readonly clock: Clock;
  readonly http: Pick<HttpClient, 'call'>;
  readonly jobs: Pick<ServiceJobs, 'order' | 'get' | 'reading'>;
  readonly library: Pick<LibraryFiles, 'keep'>;
}

interface DirectRequest {
  readonly operation: DirectOperation;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
}

interface OrderedJob {
  readonly operation: JobOperation;
  readonly path: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly title: string;
  readonly projectId: string | null;
}

/** POSTs whose second arrival changes nothing. */
const repeatable = new Set<string>([
  'searchFiles',
  'hydrateFile',
  'archiveFile',
  'enablePublicPreview',
  'disablePublicPreview',
  'updateEntity',
  'archiveEntity',
]);

/** Sends operations of the API to one connection as they are asked for, by the table of operations. */
export class OperationService {
  readonly #deps: OperationServiceDeps;
  readonly #stopper = new AbortController();
  /** Credits of the team as the service told them last; null before. @see assistantMessageSchema */
  credits: { readonly remaining: number; readonly toldAt: number } | null = null;

  constructor(deps: OperationServiceDeps) {
    this.#deps = deps;
  }

  /** @throws AppError `invalid_input` for a body that the table refuses, else as `HttpClient.call`. */
  async call({ operation, path, query, body }: DirectRequest): Promise<unknown> {
    requireBody(operation, body);
    const request = { path, query, body, isRepeatable: repeatable.has(operation) };
    // The body was checked by the table, the path is checked by the client.
    const answer: unknown = await this.#deps.http.call(operation, {
      ...request,
      signal: this.#stopper.signal,
    });
    this.#note(answer);
    return answer;
  }

  /** Journals a job and sends it as soon as possible. @throws AppError `invalid_input`, `disk_full`. */
  start({ operation, path, body, title, projectId }: OrderedJob): ServiceJob {
    requireBody(operation, body);
    return this.#deps.jobs.order({ operation, path, body, title, projectId } as JobOrder<JobOperation>);
  }

  /** @throws AppError `not_found`. */
  request(jobId: string): { operation: JobOperation; path: Record<string, string>; body: unknown } {
    const { operation, path, body } = this.#deps.jobs.get(jobId);
    if (!isJobOperation(operation)) throw new AppError('not_found', `${operation} is no tool or message.`);
    return { operation, path, body };
  }

  /** Returns the record of a job at the service. @throws AppError `conflict` before its end, its error after it. */
  async outcome(jobId: string): Promise<unknown> {
    if (!isFinishedServiceJob(this.#deps.jobs.get(jobId)))
      throw new AppError('conflict', 'The job has not ended.');
    const { record } = await this.#deps.jobs.reading(jobId, { signal: this.#stopper.signal });
    this.#note(record);
    return record;
  }

  #note(answer: unknown): void {
    this.#deps.library.keep(filesIn(answer));
    const remaining = creditsIn(answer);
    if (remaining !== null) this.credits = { remaining, toldAt: Math.floor(this.#deps.clock.now() / 1000) };
  }

  dispose(): void {
    this.#stopper.abort(appIsClosing);
  }
}

const messageSchema = z.object({
  actions: z.array(z.object({ detail: z.object({ creditsRemaining: z.number().int().nullish() }) })),
});

/** Returns the credits in an assistant's message, or in the latest message of a conversation. */
function creditsIn(answer: unknown): number | null {
  const { messages = [answer] } = (answer ?? {}) as { messages?: unknown[] };
  const actions = messages.flatMap((message) => messageSchema.safeParse(message).data?.actions ?? []);
  const told = actions.map(({ detail }) => detail.creditsRemaining ?? null).filter((count) => count !== null);
  return told.at(-1) ?? null;
}

function isJobOperation(name: string): name is JobOperation {
  return jobOperations.some((operation) => operation === name);
}

/** Returns the file records in an answer, which the client has parsed: the answer itself, those of its list or results. */
function filesIn(answer: unknown): FileInfo[] {
  const { files, results } = (answer ?? {}) as { files?: unknown[]; results?: { file?: unknown }[] };
  return (files ?? results?.map(({ file }) => file) ?? [answer]).filter(isFile);
}

function isFile(value: unknown): value is FileInfo {
  return typeof value === 'object' && value !== null && 'fileId' in value && 'scope' in value;
}
