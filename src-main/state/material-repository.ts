import { z } from 'zod';
import { materialSchema } from '../../src-shared/contract/material.ts';
import { RecordTable, type RecordTableDeps } from './record-table.ts';

/** A file the user handed to the app: the page knows its id, main its path. */
export const fileGrantRecordSchema = z.object({
  grantId: z.string(),
  path: z.string(),
  displayName: z.string(),
  /** True when the file is a copy in the app's inbox and the app may remove it. */
  isOwned: z.boolean(),
  createdAt: z.number().int(),
});
export type FileGrantRecord = z.infer<typeof fileGrantRecordSchema>;

export class FileGrantRepository extends RecordTable<typeof fileGrantRecordSchema> {
  constructor(deps: RecordTableDeps) {
    super(deps, {
      table: 'file_grants',
      schema: fileGrantRecordSchema,
      columnsOf: ({ grantId: id, createdAt }) => ({ id, createdAt }),
    });
  }
}

/** An own file with where it lies, or none of a library, and, once it was sent, its file at each service. */
export const materialRecordSchema = materialSchema.extend({
  /** Null for a file of a service’s library. */
  path: z.string().nullable(),
  mimeType: z.string(),
  /** Captions whose words go with a recording. */
  transcriptPath: z.string().nullable().default(null),
  /** Milliseconds; a file that changed since it was added is refused. */
  modifiedAtMs: z.number(),
  /** File ids by the connection they were sent over; older records have some by an origin, which nobody asks for. */
  uploadedFileIds: z.record(z.string(), z.string()),
  createdAt: z.number().int(),
});
export type MaterialRecord = z.infer<typeof materialRecordSchema>;

export class MaterialRepository extends RecordTable<typeof materialRecordSchema> {
  constructor(deps: RecordTableDeps) {
    super(deps, {
      table: 'materials',
      schema: materialRecordSchema,
      columnsOf: ({ materialId: id, createdAt }) => ({ id, createdAt }),
    });
  }
}
