import { z } from 'zod';
import { connectionAccountSchema } from '../../src-shared/contract/connection.ts';
import { RecordTable, type RecordTableDeps } from './record-table.ts';

/** Stored record of a hosted connection. Its secret is in the keychain, under its id. */
export const connectionRecordSchema = z.object({
  connectionId: z.string(),
  kind: z.enum(['oauth', 'key']),
  /** Base URL without trailing slash. */
  serviceUrl: z.string(),
  /** The service's last report on the credential, shown until it answers again. */
  account: connectionAccountSchema.nullable(),
  createdAt: z.number().int(),
});
export type ConnectionRecord = z.infer<typeof connectionRecordSchema>;

/** Stores the hosted connections; the local one needs no record. */
export class ConnectionRepository extends RecordTable<typeof connectionRecordSchema> {
  constructor(deps: RecordTableDeps) {
    super(deps, {
      table: 'connections',
      schema: connectionRecordSchema,
      columnsOf: ({ connectionId: id, createdAt }) => ({ id, createdAt }),
    });
  }
}
