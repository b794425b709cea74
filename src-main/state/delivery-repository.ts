import { z } from 'zod';
import { deliverySchema, documentSuffixSchema } from '../../src-shared/contract/delivery.ts';
import { timingWishSchema } from '../../src-shared/timeline/sequence-timing.ts';
import { RecordTable, type RecordTableDeps } from './record-table.ts';

/** How long the steps took, in milliseconds of the monotonic clock. */
const stepTimesSchema = z.object({
  preparing: z.number().nonnegative(),
  downloading: z.number().nonnegative(),
  unpacking: z.number().nonnegative(),
  committing: z.number().nonnegative(),
});
export type DeliveryStepTimes = z.infer<typeof stepTimesSchema>;

/** A delivery as the ledger keeps it. */
export const deliveryRecordSchema = deliverySchema.extend({
  /** The delivery folder at the time it was asked for; later choices do not move it. */
  rootFolder: z.string(),
  /** Ends of the names of the documents it should have, the main one first; empty for those of the format. */
  documents: z.array(documentSuffixSchema).default([]),
  /** The rate and timecode its documents are asked for in; null for those of the project. */
  timing: timingWishSchema.nullable().default(null),
  /** When the project was changed last, as the service said at the start; null in older records. */
  projectUpdatedAt: z.number().int().nullable().default(null),
  /** The document's interchange job; null before it was asked for. */
  interchangeJobId: z.string().nullable(),
  /** The captions' interchange job of a delivery without a bundle; null otherwise. */
  captionsJobId: z.string().nullable(),
  /** Ids in the ledger of the interchange jobs that were asked for, by the field for their ids at the service. */
  askedJobs: z.partialRecord(z.enum(['interchangeJobId', 'captionsJobId']), z.string()).default({}),
  /** Name of the main document in the folder; null until it is there. */
  documentName: z.string().nullable(),
  stepMs: stepTimesSchema,
});

export type DeliveryRecord = z.infer<typeof deliveryRecordSchema>;

/** What the ledger keeps of a delivery that has asked the service for nothing. */
export const unaskedDelivery = {
  interchangeJobId: null,
  captionsJobId: null,
  askedJobs: {},
  documentName: null,
  stepMs: { preparing: 0, downloading: 0, unpacking: 0, committing: 0 },
} as const satisfies Partial<DeliveryRecord>;

const finished = new Set<DeliveryRecord['state']>(['done', 'trashed', 'failed', 'cancelled']);

/** True when nothing more happens to it. */
export function isFinishedDelivery(record: Pick<DeliveryRecord, 'state'>): boolean {
  return finished.has(record.state);
}

/** Every delivery ever asked for. */
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
}
