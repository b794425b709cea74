import { z } from 'zod';
import { transferSchema } from '../../src-shared/contract/transfer.ts';
import { RecordTable, type RecordTableDeps } from './record-table.ts';

/** Position of a download, from which it continues after a restart. */
export const downloadCheckpointSchema = z.object({
  /** Bytes of the partial file that are on the disk. */
  receivedBytes: z.number().int().nonnegative(),
  /** Strong ETag or Last-Modified of the received bytes; null if the download cannot be continued. */
  validator: z.string().nullable(),
  totalBytes: z.number().int().nonnegative().nullable(),
});
export type DownloadCheckpoint = z.infer<typeof downloadCheckpointSchema>;

/** The file of an upload, as it was when the upload was requested. */
const uploadSourceSchema = z.object({
  path: z.string(),
  sizeBytes: z.number().int().nonnegative(),
  modifiedAtMs: z.number(),
  inode: z.string(),
  mimeType: z.string(),
  /** Path of the transcript beside it; null when there is none. */
  transcriptPath: z.string().nullable(),
});
export type UploadSource = z.infer<typeof uploadSourceSchema>;

/** A transfer as stored in the journal. Never contains a signed URL. */
export const transferRecordSchema = transferSchema.extend({
  /** Key that is stable across restarts, such as `delivery:<id>:bundle`; the transfer's owner finds it by this key. */
  key: z.string(),
  /** Path of a downloaded file; null for uploads. */
  targetPath: z.string().nullable(),
  checkpoint: downloadCheckpointSchema.nullable(),
  source: uploadSourceSchema.nullable(),
  /** True if the user chose to upload although the service has the same content. */
  mayDuplicate: z.boolean(),
  /** True if the service's file with the same content is taken without asking the user. */
  mayReuse: z.boolean().default(false),
  /** True if the request for an upload place was sent and its answer is not recorded yet. */
  isCreationSent: z.boolean().default(false),
  /** Id of the service's file of an unfinished upload; null without one. */
  createdFileId: z.string().nullable().default(null),
});
export type TransferRecord = z.infer<typeof transferRecordSchema>;

const finished = new Set<TransferRecord['state']>(['done', 'failed', 'cancelled']);

/** True when a transfer has ended; it may still be retried. */
export function isFinishedTransfer(record: Pick<TransferRecord, 'state'>): boolean {
  return finished.has(record.state);
}

/** The journal of every download and upload, grouped by key. */
export class TransferRepository extends RecordTable<typeof transferRecordSchema> {
  constructor(deps: RecordTableDeps) {
    super(deps, {
      table: 'transfers',
      schema: transferRecordSchema,
      columnsOf: (record) => ({
        id: record.transferId,
        groupId: record.key,
        createdAt: record.createdAt,
        isFinished: isFinishedTransfer(record),
        activity: { ...record, title: record.displayName },
      }),
    });
  }

  /** Lists the transfers of a connection whose keys begin with `keyStart`, newest first. */
  listByKey(connectionId: string, keyStart: string, limit: number): TransferRecord[] {
    return this.readWhere(
      `WHERE group_id >= ?1 AND group_id < ?1 || char(1114111) AND connection_id = ?2
         ORDER BY created_at DESC, rowid DESC LIMIT ?3`,
      [keyStart, connectionId, limit],
    );
  }

  /** Lists the failed and cancelled transfers of all connections whose keys begin with `keyStart`. */
  listFailedByKey(keyStart: string): TransferRecord[] {
    return this.readWhere(
      `WHERE group_id >= ?1 AND group_id < ?1 || char(1114111) AND status IN ('failed', 'cancelled')`,
      [keyStart],
    );
  }

  /** Lists finished uploads of a connection with this content, newest first. @param sha256 lower-case hex. */
  listSent(connectionId: string, sha256: string): TransferRecord[] {
    return this.readWhere(
      `WHERE status = 'done' AND json_extract(record, '$.sha256') = ? AND connection_id = ?
         AND json_extract(record, '$.direction') = 'upload' ORDER BY created_at DESC, rowid DESC`,
      [sha256, connectionId],
    );
  }

  /** Lists failed and cancelled uploads whose rows the user has not cleared, so that they can be retried. */
  listRetriableUploads(): TransferRecord[] {
    return this.readWhere(
      `WHERE status IN ('failed', 'cancelled') AND json_valid(record) AND record ->> '$.direction' = 'upload'
         AND EXISTS (SELECT 1 FROM activity WHERE kind = 'transfer' AND activity.id = transfers.id)`,
      [],
    );
  }
}
