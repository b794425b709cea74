import { z } from 'zod';
import { materialSchema } from '../../src-shared/contract/material.ts';
import { RecordTable, type RecordTableDeps } from './record-table.ts';

/** A file that the user gave to the app: the page knows its id, the main process its path. */
export const fileGrantRecordSchema = z.object({
  grantId: z.string(),
  path: z.string(),
  displayName: z.string(),
  /** True when the file is a copy in the app's inbox, which the app may remove. */
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

/** A material with its file's path, if it is not from a library, and its file id at each service after an upload. */
export const materialRecordSchema = materialSchema.extend({
  /** Null for a file of a service’s library. */
  path: z.string().nullable(),
  mimeType: z.string(),
  /** Path of captions with the words of a recording. */
  transcriptPath: z.string().nullable().default(null),
  /** Modification time in milliseconds; the app refuses a file that changed since it was added. */
  modifiedAtMs: z.number(),
  /** File ids by connection; older records contain some by origin, which are unused. */
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
