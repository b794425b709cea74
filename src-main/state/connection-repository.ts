import { z } from 'zod';
import { connectionAccountSchema } from '../../src-shared/contract/connection.ts';
import { RecordTable, type RecordTableDeps } from './record-table.ts';

/** A hosted connection as the app remembers it. Its secret is in the keychain, under its id. */
export const connectionRecordSchema = z.object({
  connectionId: z.string(),
  kind: z.enum(['oauth', 'key']),
  /** Base URL without a slash at its end. */
  serviceUrl: z.string(),
  /** What the service last said of the credential, to be shown before it answers. */
  account: connectionAccountSchema.nullable(),
  createdAt: z.number().int(),
});
export type ConnectionRecord = z.infer<typeof connectionRecordSchema>;

/** The hosted connections; the local one needs no record. */
export class ConnectionRepository extends RecordTable<typeof connectionRecordSchema> {
  constructor(deps: RecordTableDeps) {
    super(deps, {
      table: 'connections',
      schema: connectionRecordSchema,
      columnsOf: ({ connectionId: id, createdAt }) => ({ id, createdAt }),
    });
  }
}
