import { z } from 'zod';
import { errorBodySchema } from '../app-error.ts';
import { call, event } from '../ipc/define.ts';
import { deliverySchema } from './delivery.ts';
import { generationSchema } from './generation.ts';
import { idSchema } from './id.ts';
import { transferSchema } from './transfer.ts';

/** One action of a remix. `pending`: not begun, or never to be when an action before it failed. */
export const remixStepSchema = z.object({
  /** As on the wire, such as `ADD_ZOOM`; services may know others. */
  type: z.string(),
  state: z.enum(['pending', 'running', 'succeeded', 'failed', 'cancelled']),
  progress: z.number().min(0).max(1),
  error: errorBodySchema.nullable(),
});
export type RemixStep = z.infer<typeof remixStepSchema>;

/** Jobs at the service other than generations: their request and state. */
export const serviceJobSchema = z.object({
  jobId: z.string(),
  connectionId: z.string(),
  kind: z.enum(['tool', 'export', 'interchange', 'remix', 'message']),
  title: z.string(),
  /** `unknown`: whether the service took the request could not be found out; the user decides. */
  state: z.enum(['queued', 'starting', 'running', 'succeeded', 'failed', 'cancelled', 'unknown']),
  progress: z.number().min(0).max(1),
  isCancelling: z.boolean(),
  projectId: z.string().nullable(),
  createdAt: z.number().int(),
  finishedAt: z.number().int().nullable(),
  error: errorBodySchema.nullable(),
  /** The actions of a remix, in the order they run; empty for other jobs. */
  steps: z.array(remixStepSchema).default([]),
  /** The project a remix made as a copy; null while it is not known, and where there is none. */
  copyProjectId: z.string().nullable().default(null),
  /** The job that does it once more; left out where there is none. */
  retriedAs: z.string().optional(),
});
export type ServiceJob = z.infer<typeof serviceJobSchema>;

const activityItemSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('generation'), connectionId: z.string(), record: generationSchema }),
  z.object({ kind: z.literal('delivery'), connectionId: z.string(), record: deliverySchema }),
  z.object({ kind: z.literal('transfer'), connectionId: z.string(), record: transferSchema }),
  z.object({ kind: z.literal('job'), connectionId: z.string(), record: serviceJobSchema }),
]);
export type ActivityItem = z.infer<typeof activityItemSchema>;

/** `open`: not ended, also what waits or is paused. `failed` also holds what the user must decide. */
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

/** What a record of any kind counts as in the activity, by its own state. */
export function activityStatusOf(state: string): ActivityStatus {
  return ended[state] ?? 'open';
}

/** The id of what a row stands for, unique among those of its kind. */
export function activityIdOf({ record }: ActivityItem): string {
  if ('generationId' in record) return record.generationId;
  if ('transferId' in record) return record.transferId;
  return 'jobId' in record ? record.jobId : record.deliveryId;
}

const activityFilterSchema = z.object({
  /** `all` leaves out the parts of deliveries. `jobs`: generations, deliveries and other jobs. */
  what: z.enum(['all', 'jobs', 'downloads', 'uploads']),
  /** Null: any. */
  status: activityStatusSchema.nullable(),
  /** Null: of all connections. */
  connectionId: idSchema.nullable(),
  /** Part of a title, in any case; empty: all. */
  search: z.string().max(200),
});
export type ActivityFilter = z.infer<typeof activityFilterSchema>;

export const activityCalls = {
  /**
   * Open ones first, then newest first. `totalCount` is of the filter; `counts` are of the same filter without its
   * status.
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
  /** The jobs and downloads a delivery consists of, in the order they were begun; empty for an unknown one. */
  'activity.parts': call(
    z.object({ deliveryId: idSchema }),
    z.object({ items: z.array(activityItemSchema) }),
  ),
  'activity.cancelJob': call(z.object({ jobId: idSchema }), serviceJobSchema),
  /** A failed, cancelled or unknown job once more, as a new one. */
  'activity.retryJob': call(z.object({ jobId: idSchema }), serviceJobSchema),
  /** Forgets what has ended, of the filter. Nothing is deleted at the service or on disk. */
  'activity.clear': call(
    z.object({ filter: activityFilterSchema }),
    z.object({ removedCount: z.number().int().nonnegative(), clearId: z.string() }),
  ),
  /** Undoes a clearing. `not_found` once the app was started again. */
  'activity.restore': call(
    z.object({ clearId: idSchema }),
    z.object({ restoredCount: z.number().int().nonnegative() }),
  ),
};

export const activityEvents = {
  /** Rows that changed since the last event, at most ten times a second. `isReordered`: rows came, ended or went. */
  'activity.changed': event(z.object({ items: z.array(activityItemSchema), isReordered: z.boolean() })),
};
