import { z } from 'zod';
import { errorBodySchema } from '../app-error.ts';
import { call, event } from '../ipc/define.ts';

export const connectionSchema = z.object({
  kind: z.enum(['local', 'address']),
  state: z.enum(['starting', 'ready', 'failed']),
  /** Host and port of the service; never a credential. Empty while it starts. */
  address: z.string(),
  account: z.object({ email: z.string(), displayName: z.string().nullable() }).nullable(),
  /** The smallest share of any rate window still unused, 0 to 1; null before the first answer. */
  budgetLeft: z.number().min(0).max(1).nullable(),
  error: errorBodySchema.nullable(),
});

export type Connection = z.infer<typeof connectionSchema>;

export const connectionCalls = {
  'connection.get': call(z.object({}), connectionSchema),
  /** Tries again after a failure: starts the local service anew, or calls the address again. */
  'connection.retry': call(z.object({}), connectionSchema),
};

export const connectionEvents = {
  'connection.changed': event(connectionSchema),
};
