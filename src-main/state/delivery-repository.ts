import { z } from 'zod';
import { deliverySchema, documentSuffixSchema } from '../../src-shared/contract/delivery.ts';
import { timingWishSchema } from '../../src-timeline/model/sequence-timing.ts';
import { RecordTable, type RecordTableDeps } from './record-table.ts';

/** Durations of the steps, in milliseconds of the monotonic clock. */
const stepTimesSchema = z.object({
  preparing: z.number().nonnegative(),
  downloading: z.number().nonnegative(),
  unpacking: z.number().nonnegative(),
  committing: z.number().nonnegative(),
});
export type DeliveryStepTimes = z.infer<typeof stepTimesSchema>;

/** A delivery as stored in the ledger. */
export const deliveryRecordSchema = deliverySchema.extend({
  /** The delivery folder at the time of the request; later choices do not move it. */
  rootFolder: z.string(),
  /** Suffixes of the wanted documents, the main one first; empty for those of the format. */
  documents: z.array(documentSuffixSchema).default([]),
  /** Requested frame rate and timecode of its documents; null for those of the project. */
  timing: timingWishSchema.nullable().default(null),
  /** Identity of your cut at the start; null for the project's cut, and for an edit. */
  yourCutId: z.string().nullable().default(null),
  /** The project's last change, as the service reported it at the start; null in older records. */
  projectUpdatedAt: z.number().int().nullable().default(null),
  /** Id of the document's interchange job; null before its request. */
  interchangeJobId: z.string().nullable(),
  /** Id of the captions' interchange job in a delivery without a bundle; null otherwise. */
  captionsJobId: z.string().nullable(),
  /** Ledger ids of the requested interchange jobs, by the field for their ids at the service. */
  askedJobs: z.partialRecord(z.enum(['interchangeJobId', 'captionsJobId']), z.string()).default({}),
  /** Name of the main document in the folder; null until it exists. */
  documentName: z.string().nullable(),
  stepMs: stepTimesSchema,
});

export type DeliveryRecord = z.infer<typeof deliveryRecordSchema>;

/** Initial fields of a delivery before its first request to the service. */
export const unaskedDelivery = {
  interchangeJobId: null,
  captionsJobId: null,
  askedJobs: {},
  documentName: null,
  stepMs: { preparing: 0, downloading: 0, unpacking: 0, committing: 0 },
} as const satisfies Partial<DeliveryRecord>;

const finished = new Set<DeliveryRecord['state']>(['done', 'trashed', 'failed', 'cancelled']);

/** True when a delivery has ended. */
export function isFinishedDelivery(record: Pick<DeliveryRecord, 'state'>): boolean {
  return finished.has(record.state);
}

/** Stores every delivery ever requested. */
export class DeliveryRepository extends RecordTable<typeof deliveryRecordSchema> {
  constructor(deps: RecordTableDeps) {
    super(deps, {
      table: 'deliveries',
      schema: deliveryRecordSchema,
      columnsOf: (record) => ({
        id: record.deliveryId,
        groupId: record.projectId,
        createdAt: record.createdAt,
        isFinished: isFinishedDelivery(record),
        activity: { ...record, title: record.projectTitle },
      }),
    });
  }

  /** Lists the failed deliveries of all connections. */
  listFailed(): DeliveryRecord[] {
    return this.readWhere(`WHERE status = 'failed'`, []);
  }
}
