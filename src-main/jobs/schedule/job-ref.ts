import type { ApiErrorBody, ReportedJobStatus } from '../../../src-shared/api/common.ts';

/** The kinds of jobs a service works on (specification §2.2): each has its own way to be read. */
export type JobKind = 'run' | 'tool' | 'export' | 'interchange' | 'remix' | 'message';

/** One job at the service. */
export interface JobRef {
  readonly kind: JobKind;
  readonly jobId: string;
  /** The project of an export or remix action, the chat of a message; null where the id alone is enough. */
  readonly parentId: string | null;
}

/** A job as it was read. */
export interface JobReading {
  readonly ref: JobRef;
  readonly status: ReportedJobStatus;
  /** 0 to 1 within the present attempt. */
  readonly progress: number;
  /** Zero-based; progress starts again with each. */
  readonly attemptIndex: number;
  readonly error: ApiErrorBody | null;
  /** The stage the service tells beside it; null when it tells none, undefined when it was not asked. */
  readonly stage: string | null | undefined;
  /** The wire record whole, parsed by the schema of its kind. */
  readonly record: unknown;
}

/** True when nothing more happens to a job (specification §3). */
export function isTerminalStatus(status: ReportedJobStatus): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'cancelled';
}
