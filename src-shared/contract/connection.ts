import { z } from 'zod';
import { errorBodySchema } from '../app-error.ts';
import { call, event } from '../ipc/define.ts';

/** `local`: the service on this computer. `oauth`: a hosted one, signed in. `key`: a hosted one, by API key. */
const connectionKindSchema = z.enum(['local', 'oauth', 'key']);
export type ConnectionKind = z.infer<typeof connectionKindSchema>;

/** The connection every installation has. */
export const localConnectionId = 'local';

/**
 * `starting`: being called. `signing_in`: the browser is open. `signed_out`: there is no credential, the service does
 * not take it, or it is of another team than the work; work waits. `offline`: the service cannot be reached; work waits. `failed`: it answers with an
 * error, or could not be started.
 */
const connectionStateSchema = z.enum(['starting', 'signing_in', 'ready', 'signed_out', 'offline', 'failed']);

/** Who a credential belongs to. */
export const connectionAccountSchema = z.object({
  email: z.string(),
  displayName: z.string().nullable(),
  teamId: z.string(),
  /** Name of the API key, or of the app that signed in. */
  credentialName: z.string(),
});
export type ConnectionAccount = z.infer<typeof connectionAccountSchema>;

export const connectionSchema = z.object({
  connectionId: z.string(),
  kind: connectionKindSchema,
  isActive: z.boolean(),
  state: connectionStateSchema,
  /** Host and port of the service; never a credential. Empty while a local one starts. */
  address: z.string(),
  /** The base URL as it was entered; null for the local service. */
  serviceUrl: z.string().nullable(),
  account: connectionAccountSchema.nullable(),
  /** Where the credential is kept: `session` is gone when the app closes. */
  credentialIn: z.enum(['keychain', 'session', 'none']),
  /** The smallest share of any rate window still unused, 0 to 1; null before the first answer. */
  budgetLeft: z.number().min(0).max(1).nullable(),
  /** Jobs and transfers of this connection that have not ended. */
  unfinishedCount: z.number().int().nonnegative(),
  /** Unix time in seconds since which the state is `offline`; null in every other. */
  offlineSince: z.number().int().nullable(),
  error: errorBodySchema.nullable(),
});

export type Connection = z.infer<typeof connectionSchema>;

const rateLimitSchema = z.object({
  /** Key of an endpoint group, such as `workflows.start`. */
  group: z.string(),
  limit: z.number().int().positive(),
  remaining: z.number().int().nonnegative(),
  /** Unix time in seconds; null when no answer has reported this group yet. */
  resetsAt: z.number().int().nullable(),
});
export type RateLimit = z.infer<typeof rateLimitSchema>;

const connectionIdSchema = z.object({ connectionId: z.string().min(1).max(100) });

/**
 * `looking`: the app is still in front of the user. `returned`: it has just come there. `network_changed`: the computer
 * is on the network again, which may be another one.
 */
const attentionSchema = z.enum(['looking', 'returned', 'network_changed']);
export type Attention = z.infer<typeof attentionSchema>;

/** The longest API key that fits every system's keychain beside its other parts. */
export const maxApiKeyLength = 1_000;

export const connectionCalls = {
  /** The active one. */
  'connection.get': call(z.object({}), connectionSchema),
  /** The local one first, then in the order they were added. */
  'connection.list': call(z.object({}), z.object({ connections: z.array(connectionSchema) })),
  /** A service address a distributor set; null when the user enters it. */
  'connection.suggestedAddress': call(z.object({}), z.object({ serviceUrl: z.string().nullable() })),
  /** Tries the active one again after a failure: restarts the local service, or calls the address again. */
  'connection.retry': call(z.object({}), connectionSchema),
  /** Asks the service for the credential's owner and records the result. */
  'connection.test': call(connectionIdSchema, connectionSchema),
  /** Sent every minute while the app is in front: the active one is probed unless it has answered meanwhile. */
  'connection.attend': call(z.object({ attention: attentionSchema }), z.object({})),
  'connection.limits': call(connectionIdSchema, z.object({ limits: z.array(rateLimitSchema) })),
  /**
   * Adds a hosted service. With an API key it is tested before it is kept; without one, sign in follows. What the
   * keychain does not take is kept in memory, see `credentialIn`.
   * `service_address_invalid`, `unauthorized`, `service_unreachable`.
   */
  'connection.add': call(
    z.object({
      serviceUrl: z.string().min(1).max(2_000),
      /** Null: sign in with the browser. */
      apiKey: z.string().min(1).max(maxApiKeyLength).nullable(),
    }),
    connectionSchema,
  ),
  /** Opens the system's browser and returns; `connection.changed` reports the end. */
  'connection.signIn': call(connectionIdSchema, connectionSchema),
  /** Until it is ready. What the sign-in has brought by then is revoked, and what was there before it stays. */
  'connection.cancelSignIn': call(connectionIdSchema, connectionSchema),
  /**
   * A new API key for a `key` connection; tested before the old one is replaced. `conflict` for that of another team while
   * work has not ended, as a sign-in ends then too.
   */
  'connection.setApiKey': call(
    connectionIdSchema.extend({ apiKey: z.string().min(1).max(maxApiKeyLength) }),
    connectionSchema,
  ),
  /** Revokes at the service and erases here, also offline; work waits for another sign-in. */
  'connection.signOut': call(connectionIdSchema, connectionSchema),
  /** Makes it the active connection, which screens show and new work uses. The others continue. */
  'connection.activate': call(connectionIdSchema, connectionSchema),
  /**
   * Signs out and forgets it; a keychain that does not answer erases its part when it does. `conflict` for the local one,
   * and while work of it has not ended.
   */
  'connection.remove': call(connectionIdSchema, z.object({})),
};

export const connectionEvents = {
  /** One connection as it is now; which is active may have changed with it. */
  'connection.changed': event(connectionSchema),
  'connection.removed': event(connectionIdSchema),
};
