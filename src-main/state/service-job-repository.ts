import { z } from 'zod';
import { serviceJobSchema } from '../../src-shared/contract/activity.ts';
import { RecordTable, type RecordTableDeps } from './record-table.ts';

/** A job at the service as the ledger keeps it. */
export const serviceJobRecordSchema = serviceJobSchema.extend({
  /** Name of the operation that starts it, with its path values and body, so that it can be started again. */
  operation: z.string(),
  path: z.record(z.string(), z.string()),
  body: z.unknown(),
  /** The service's id; null before the start was confirmed. */
  remoteId: z.string().nullable(),
  /** Every id of a start that makes several jobs, a remix of several actions, in their order; `remoteId` is the first. */
  remoteIds: z.array(z.string()).default([]),
  /** The newest job that the service listed just before the start request left; null when it listed none. */
  newestBefore: z.string().nullable().default(null),
  /** The project or chat it is read under, where the service wants it. */
  parentId: z.string().nullable(),
  /** Unix time in milliseconds just before the start request left; null before. */
  submittedAtMs: z.number().int().nullable(),
  attemptIndex: z.number().int().nonnegative(),
});
export type ServiceJobRecord = z.infer<typeof serviceJobRecordSchema>;

/** How the record of a job begins that was not asked for yet. */
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
  attemptIndex: 0,
  copyProjectId: null,
} as const satisfies Partial<ServiceJobRecord>;

const finished = new Set<ServiceJobRecord['state']>(['succeeded', 'failed', 'cancelled', 'unknown']);

/** True when nothing more happens to it by itself. */
export function isFinishedServiceJob(record: Pick<ServiceJobRecord, 'state'>): boolean {
  return finished.has(record.state);
}

/** Every tool run, export, interchange, remix and message ever asked for; grouped by their project. */
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
}
