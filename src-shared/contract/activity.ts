import { z } from 'zod';
import { errorBodySchema } from '../app-error.ts';
import { call, event } from '../ipc/define.ts';
import { deliverySchema } from './delivery.ts';
import { generationSchema } from './generation.ts';
import { idSchema } from './id.ts';
import { transferSchema } from './transfer.ts';

/** One action of a remix. `pending`: has not started, or never will because an action before it failed. */
export const remixStepSchema = z.object({
  /** Name as in the API, such as `ADD_ZOOM`. A service may send other names. */
  type: z.string(),
  state: z.enum(['pending', 'running', 'succeeded', 'failed', 'cancelled']),
  progress: z.number().min(0).max(1),
  error: errorBodySchema.nullable(),
});
export type RemixStep = z.infer<typeof remixStepSchema>;

/** Request and state of a job other than a generation. */
export const serviceJobSchema = z.object({
  jobId: z.string(),
  connectionId: z.string(),
  kind: z.enum(['tool', 'export', 'interchange', 'remix', 'message']),
  /** Operation of the API that starts it, such as `generateImage`. */
  operation: z.string(),
  title: z.string(),
  /** `unknown`: the app could not find out whether the service accepted the request; the user decides. */
  state: z.enum(['queued', 'starting', 'running', 'succeeded', 'failed', 'cancelled', 'unknown']),
  progress: z.number().min(0).max(1),
  /** True while the service has accepted it and has not begun. */
  isWaiting: z.boolean().optional(),
  isCancelling: z.boolean(),
  projectId: z.string().nullable(),
  createdAt: z.number().int(),
  /** Unix time in milliseconds just before the start request left; null before. */
  submittedAtMs: z.number().int().nullish(),
  finishedAt: z.number().int().nullable(),
  /** Expected end as Unix time in seconds, while the service works on it; absent where it would be a guess. */
  expectedEndAt: z.number().int().optional(),
  error: errorBodySchema.nullable(),
  /** Actions of a remix, in execution order; empty for other jobs. */
  steps: z.array(remixStepSchema).default([]),
  /** Project that a remix created as a copy; null while unknown, or if the job makes no copy. */
  copyProjectId: z.string().nullable().default(null),
  /** Job that retries this one; absent if there is none. */
  retriedAs: z.string().optional(),
});
export type ServiceJob = z.infer<typeof serviceJobSchema>;

/**
 * True for a job that the service finishes once it runs: it can cancel neither a remix nor a message, which change a
 * project. The app follows them to their end.
 */
export function isBoundToFinish({ kind, state }: Pick<ServiceJob, 'kind' | 'state'>): boolean {
  return state === 'running' && (kind === 'remix' || kind === 'message');
}

const activityItemSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('generation'), connectionId: z.string(), record: generationSchema }),
  z.object({ kind: z.literal('delivery'), connectionId: z.string(), record: deliverySchema }),
  z.object({ kind: z.literal('transfer'), connectionId: z.string(), record: transferSchema }),
  z.object({ kind: z.literal('job'), connectionId: z.string(), record: serviceJobSchema }),
]);
export type ActivityItem = z.infer<typeof activityItemSchema>;

/** `open`: not finished, also waiting or paused. `failed` also covers items that the user must decide on. */
const activityStatusSchema = z.enum(['open', 'done', 'failed', 'cancelled']);
export type ActivityStatus = z.infer<typeof activityStatusSchema>;

const ended: Readonly<Record<string, ActivityStatus>> = {
  succeeded: 'done',
  done: 'done',
  trashed: 'done',
  failed: 'failed',
  unknown: 'failed',
  cancelled: 'cancelled',
};

/** Maps the state of a record of any kind to its activity status. */
export function activityStatusOf(state: string): ActivityStatus {
  return ended[state] ?? 'open';
}

/** Returns the id of the row's record, unique within its kind. */
export function activityIdOf({ record }: ActivityItem): string {
  if ('generationId' in record) return record.generationId;
  if ('transferId' in record) return record.transferId;
  return 'jobId' in record ? record.jobId : record.deliveryId;
}

const activityFilterSchema = z.object({
  /** `all` omits the parts of deliveries. `jobs`: generations, deliveries and other jobs. */
  what: z.enum(['all', 'jobs', 'downloads', 'uploads']),
  /** Null: any status. */
  status: activityStatusSchema.nullable(),
  /** Null: all connections. */
  connectionId: idSchema.nullable(),
  /** Part of a title, case-insensitive; empty: all. */
  search: z.string().max(200),
});
export type ActivityFilter = z.infer<typeof activityFilterSchema>;

export const activityCalls = {
  /**
   * Lists the jobs of a project together, open ones first, then newest first: projects with open jobs first, then those
   * with the newest. `totalCount` applies to the filter; `counts` to the same filter without its status.
   */
  'activity.list': call(
    z.object({
      filter: activityFilterSchema,
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(200),
    }),
    z.object({
      items: z.array(activityItemSchema),
      totalCount: z.number().int().nonnegative(),
      counts: z.record(activityStatusSchema, z.number().int().nonnegative()),
    }),
  ),
  /** Lists the jobs and downloads of a delivery, in the order they started; empty for an unknown delivery. */
  'activity.parts': call(
    z.object({ deliveryId: idSchema }),
    z.object({ items: z.array(activityItemSchema) }),
  ),
  'activity.cancelJob': call(z.object({ jobId: idSchema }), serviceJobSchema),
  /** Retries a failed, cancelled or unknown job as a new job. `not_found` with `reason` `project`: its project is gone. */
  'activity.retryJob': call(z.object({ jobId: idSchema }), serviceJobSchema),
  /** Forgets the finished items that match the filter. Deletes nothing at the service or on disk. */
  'activity.clear': call(
    z.object({ filter: activityFilterSchema }),
    z.object({ removedCount: z.number().int().nonnegative(), clearId: z.string() }),
  ),
  /** Undoes a clearing. `not_found` after a restart of the app. */
  'activity.restore': call(z.object({ clearId: idSchema }), z.object({})),
};

export const activityEvents = {
  /** Rows that changed since the last event, at most ten times a second. `isReordered`: rows came, ended, went or moved. */
  'activity.changed': event(z.object({ items: z.array(activityItemSchema), isReordered: z.boolean() })),
};
