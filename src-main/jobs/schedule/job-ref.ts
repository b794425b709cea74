import type { ApiErrorBody, ReportedJobStatus } from '../../../src-shared/api/common.ts';

/** The kinds of jobs at the service (specification §2.2). Each is read in its own way. */
export type JobKind = 'run' | 'tool' | 'export' | 'interchange' | 'remix' | 'message';

/** One job at the service. */
export interface JobRef {
  readonly kind: JobKind;
  readonly jobId: string;
  /** Id of the project of an export or remix action, or of the chat of a message; null where the job's id is enough. */
  readonly parentId: string | null;
}

/** The state of a job at one reading. */
export interface JobReading {
  readonly ref: JobRef;
  readonly status: ReportedJobStatus;
  /** 0 to 1 within the current attempt. */
  readonly progress: number;
  /** Zero-based; progress restarts with each attempt. */
  readonly attemptIndex: number;
  readonly error: ApiErrorBody | null;
  /** The stage in the answer; null when the service reports none, undefined when it was not requested. */
  readonly stage: string | null | undefined;
  /** The complete wire record, parsed by the schema of its kind. */
  readonly record: unknown;
}

/** True when a job's status is final (specification §3). */
export function isTerminalStatus(status: ReportedJobStatus): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'cancelled';
}
