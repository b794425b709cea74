import { z } from 'zod';
import { serviceJobSchema } from '../../src-shared/contract/activity.ts';
import { RecordTable, type RecordTableDeps } from './record-table.ts';

/** A job of the service as stored in the ledger. */
export const serviceJobRecordSchema = serviceJobSchema.extend({
  /** Name, path values and body of the operation that starts it, so that it can be started again. */
  operation: z.string(),
  path: z.record(z.string(), z.string()),
  body: z.unknown(),
  /** Id at the service; null before the start was confirmed. */
  remoteId: z.string().nullable(),
  /** All ids of a start with several jobs (a remix of several actions), in order; `remoteId` is the first. */
  remoteIds: z.array(z.string()).default([]),
  /** Newest job in the service's list just before the start request left; null when the list was empty. */
  newestBefore: z.string().nullable().default(null),
  /** Id of the project or chat needed to read it; null where the service needs none. */
  parentId: z.string().nullable(),
  /** Unix time in milliseconds just before the start request left; null before. */
  submittedAtMs: z.number().int().nullable(),
  /** How far this computer's clock was ahead of the service's then, in milliseconds; null if not known. */
  clockAheadMs: z.number().nullable().default(null),
  attemptIndex: z.number().int().nonnegative(),
});
export type ServiceJobRecord = z.infer<typeof serviceJobRecordSchema>;

/** Initial fields of a job that has not been requested yet. */
export const queuedServiceJob = {
  state: 'queued',
  progress: 0,
  isCancelling: false,
  finishedAt: null,
  error: null,
  remoteId: null,
  remoteIds: [] as string[],
  newestBefore: null,
  parentId: null,
  submittedAtMs: null,
  clockAheadMs: null,
  attemptIndex: 0,
  copyProjectId: null,
} as const satisfies Partial<ServiceJobRecord>;

const finished = new Set<ServiceJobRecord['state']>(['succeeded', 'failed', 'cancelled', 'unknown']);

/** True when a job has ended; `unknown` counts as ended. */
export function isFinishedServiceJob(record: Pick<ServiceJobRecord, 'state'>): boolean {
  return finished.has(record.state);
}

/** Stores every tool run, export, interchange, remix and message ever requested, grouped by project. */
export class ServiceJobRepository extends RecordTable<typeof serviceJobRecordSchema> {
  constructor(deps: RecordTableDeps) {
    super(deps, {
      table: 'service_jobs',
      schema: serviceJobRecordSchema,
      columnsOf: (record) => ({
        id: record.jobId,
        groupId: record.projectId,
        createdAt: record.createdAt,
        isFinished: isFinishedServiceJob(record),
        activity: record,
      }),
    });
  }

  /** Lists the newest messages to the assistant on a connection, newest first. */
  listMessages(connectionId: string, limit: number): ServiceJobRecord[] {
    return this.readWhere(
      `WHERE connection_id = ? AND json_valid(record) AND record ->> '$.kind' = 'message'
       ORDER BY created_at DESC, rowid DESC LIMIT ?`,
      [connectionId, limit],
    );
  }
}
