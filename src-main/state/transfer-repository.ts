import { z } from 'zod';
import { transferSchema } from '../../src-shared/contract/transfer.ts';
import { RecordTable, type RecordTableDeps } from './record-table.ts';

/** How far a download came, so that it goes on there after a restart. */
export const downloadCheckpointSchema = z.object({
  /** Bytes of the part that are on the disk. */
  receivedBytes: z.number().int().nonnegative(),
  /** Strong ETag or Last-Modified of what was received; null: it cannot be continued. */
  validator: z.string().nullable(),
  totalBytes: z.number().int().nonnegative().nullable(),
});
export type DownloadCheckpoint = z.infer<typeof downloadCheckpointSchema>;

/** The file an upload reads, as it was when it was handed over. */
const uploadSourceSchema = z.object({
  path: z.string(),
  sizeBytes: z.number().int().nonnegative(),
  modifiedAtMs: z.number(),
  inode: z.string(),
  mimeType: z.string(),
  /** Text of the transcript side-car beside it; null when there is none. */
  transcriptPath: z.string().nullable(),
});
export type UploadSource = z.infer<typeof uploadSourceSchema>;

/** A transfer as the journal keeps it. Never with a signed URL. */
export const transferRecordSchema = transferSchema.extend({
  /** Stays the same over restarts, such as `delivery:<id>:bundle`; whoever owns the transfer finds it again by it. */
  key: z.string(),
  /** Where a download is put; null for uploads. */
  targetPath: z.string().nullable(),
  checkpoint: downloadCheckpointSchema.nullable(),
  source: uploadSourceSchema.nullable(),
  /** The user chose to send it although the service has the same content. */
  mayDuplicate: z.boolean(),
  /** The service was asked for a place for the bytes, and its answer has not been noted. */
  isCreationSent: z.boolean().default(false),
  /** The service's file of a sending that has not come to its end; null without one. */
  createdFileId: z.string().nullable().default(null),
});
export type TransferRecord = z.infer<typeof transferRecordSchema>;

const finished = new Set<TransferRecord['state']>(['done', 'failed', 'cancelled']);

/** True when nothing more happens to it unless it is asked for again. */
export function isFinishedTransfer(record: Pick<TransferRecord, 'state'>): boolean {
  return finished.has(record.state);
}

/** The journal of every download and upload; grouped by their key. */
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

  /** Those of a connection whose keys begin with `keyStart`, newest first. */
  listByKey(connectionId: string, keyStart: string, limit: number): TransferRecord[] {
    return this.readWhere(
      `WHERE group_id >= ?1 AND group_id < ?1 || char(1114111) AND connection_id = ?2
         ORDER BY created_at DESC, rowid DESC LIMIT ?3`,
      [keyStart, connectionId, limit],
    );
  }

  /** Uploads of a connection that are done and had this content, newest first. @param sha256 lower-case hex. */
  listSent(connectionId: string, sha256: string): TransferRecord[] {
    return this.readWhere(
      `WHERE status = 'done' AND json_extract(record, '$.sha256') = ? AND connection_id = ?
         AND json_extract(record, '$.direction') = 'upload' ORDER BY created_at DESC, rowid DESC`,
      [sha256, connectionId],
    );
  }
}
