import { z } from 'zod';
import { errorBodySchema } from '../app-error.ts';
import { call, event } from '../ipc/define.ts';

/** `local`: the service on this computer. `oauth`: a hosted one with sign-in. `key`: a hosted one with an API key. */
const connectionKindSchema = z.enum(['local', 'oauth', 'key']);
export type ConnectionKind = z.infer<typeof connectionKindSchema>;

/** Id of the connection that every installation has. */
export const localConnectionId = 'local';

/**
 * `starting`: the app is calling the service. `signing_in`: the browser is open. `signed_out`: the credential is
 * missing, rejected by the service, or belongs to another team than the work; work waits. `offline`: the service is
 * unreachable; work waits. `failed`: the service answers with an error, or could not be started.
 */
const connectionStateSchema = z.enum(['starting', 'signing_in', 'ready', 'signed_out', 'offline', 'failed']);

/** Owner of a credential. */
export const connectionAccountSchema = z.object({
  email: z.string(),
  displayName: z.string().nullable(),
  teamId: z.string(),
  /** Name of the API key, or of the app that signed in; empty if the service reports none. */
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
  /** Base URL as the user entered it; null for the local service. */
  serviceUrl: z.string().nullable(),
  account: connectionAccountSchema.nullable(),
  /** Where the credential is stored. `session`: in memory, lost when the app closes. */
  credentialIn: z.enum(['keychain', 'session', 'none']),
  /** Smallest unused share of any rate window, 0 to 1; null before the first answer. */
  budgetLeft: z.number().min(0).max(1).nullable(),
  /** Number of unfinished jobs and transfers of this connection. */
  unfinishedCount: z.number().int().nonnegative(),
  /** Unix time in seconds when the state became `offline`; null in every other state. */
  offlineSince: z.number().int().nullable(),
  error: errorBodySchema.nullable(),
});

export type Connection = z.infer<typeof connectionSchema>;

const rateLimitSchema = z.object({
  /** Key of an endpoint group, such as `workflows.start`. */
  group: z.string(),
  limit: z.number().int().positive(),
  remaining: z.number().int().nonnegative(),
  /** Unix time in seconds; null until an answer has reported this group. */
  resetsAt: z.number().int().nullable(),
});
export type RateLimit = z.infer<typeof rateLimitSchema>;

/** What is known of a team's plan: the account itself tells nothing of it. */
const connectionPlanSchema = z.object({
  /** Credits that the service told last since the app started, with the Unix time in seconds; null for none. */
  credits: z.object({ remaining: z.number().int(), toldAt: z.number().int() }).nullable(),
  /** Newest first: jobs that the service refuses for want of a plan or an add-on; such are not sent again. */
  refusals: z.array(z.object({ jobId: z.string(), title: z.string(), error: errorBodySchema })),
});
export type ConnectionPlan = z.infer<typeof connectionPlanSchema>;

const connectionIdSchema = z.object({ connectionId: z.string().min(1).max(100) });

/**
 * `looking`: the app is still in front of the user. `returned`: the app has just come to the front. `network_changed`:
 * the computer is online again, possibly on another network.
 */
const attentionSchema = z.enum(['looking', 'returned', 'network_changed']);
export type Attention = z.infer<typeof attentionSchema>;

/** Maximum API key length that fits every system's keychain together with the credential's other parts. */
export const maxApiKeyLength = 1_000;

export const connectionCalls = {
  /** Returns the active connection. */
  'connection.get': call(z.object({}), connectionSchema),
  /** Lists the local connection first, then the others in the order they were added. */
  'connection.list': call(z.object({}), z.object({ connections: z.array(connectionSchema) })),
  /** Returns a service address set by a distributor; null if the user enters it. */
  'connection.suggestedAddress': call(z.object({}), z.object({ serviceUrl: z.string().nullable() })),
  /** Retries the active connection after a failure: restarts the local service, or calls the address again. */
  'connection.retry': call(z.object({}), connectionSchema),
  /** Asks the service for the credential's owner and records the result. */
  'connection.test': call(connectionIdSchema, connectionSchema),
  /** Sent every minute while the app is in front. Main probes the active connection unless it answered meanwhile. */
  'connection.attend': call(z.object({ attention: attentionSchema }), z.object({})),
  'connection.limits': call(connectionIdSchema, z.object({ limits: z.array(rateLimitSchema) })),
  'connection.plan': call(connectionIdSchema, connectionPlanSchema),
  /**
   * Adds a hosted service. The app tests an API key before storing it; without a key, sign-in follows. A credential
   * that the keychain rejects stays in memory, see `credentialIn`.
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
  /** Opens the system's browser and returns at once; `connection.changed` reports the result. */
  'connection.signIn': call(connectionIdSchema, connectionSchema),
  /** Cancels a sign-in that is not complete. Revokes any new credential and keeps the previous one. */
  'connection.cancelSignIn': call(connectionIdSchema, connectionSchema),
  /**
   * Sets a new API key for a `key` connection, after testing it. `conflict` for a key of another team while work is
   * unfinished; a sign-in ends in the same way then.
   */
  'connection.setApiKey': call(
    connectionIdSchema.extend({ apiKey: z.string().min(1).max(maxApiKeyLength) }),
    connectionSchema,
  ),
  /** Revokes the credential at the service and erases it here, also offline. Work waits for another sign-in. */
  'connection.signOut': call(connectionIdSchema, connectionSchema),
  /** Makes it the active connection, which screens show and new work uses. Work on the others continues. */
  'connection.activate': call(connectionIdSchema, connectionSchema),
  /**
   * Signs out and removes the connection. If the keychain does not answer, its entry is erased once it does. `conflict`
   * for the local connection, and while it has unfinished work.
   */
  'connection.remove': call(connectionIdSchema, z.object({})),
};

export const connectionEvents = {
  /** New state of one connection. The active connection may have changed too. */
  'connection.changed': event(connectionSchema),
  'connection.removed': event(connectionIdSchema),
};
