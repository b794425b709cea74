import { z } from 'zod';
import { errorBodySchema } from '../app-error.ts';
import { call, event } from '../ipc/define.ts';
import { idSchema } from './id.ts';

/**
 * `queued`: waits for its turn. `checking`: the app reads and hashes the file before sending it. `running`: bytes move.
 * `processing`: all bytes have arrived; the app checks and commits them, or the service prepares them. `waiting`:
 * blocked by `waitingFor`, and continues automatically (except for `decision`). `paused`: by the user.
 */
const transferStateSchema = z.enum([
  'queued',
  'checking',
  'running',
  'processing',
  'waiting',
  'paused',
  'done',
  'failed',
  'cancelled',
]);

/**
 * `rate_window`: the next window of the service's rate limit. `folder`: the drive or folder is missing. `decision`: the
 * service already has the same content.
 */
export const waitingForSchema = z.enum(['network', 'sign_in', 'rate_window', 'space', 'folder', 'decision']);
export type WaitingFor = z.infer<typeof waitingForSchema>;

/** Space that a drive lacks before work can continue. */
export const missingRoomSchema = z.object({
  /** A folder on the drive that is too full. */
  folder: z.string(),
  /** Bytes needed, including a margin. */
  neededBytes: z.number().int().nonnegative(),
  /** Bytes free at the last check. */
  freeBytes: z.number().int().nonnegative(),
});
export type MissingRoom = z.infer<typeof missingRoomSchema>;

export const transferSchema = z.object({
  transferId: z.string(),
  connectionId: z.string(),
  direction: z.enum(['download', 'upload']),
  /** The file name, or a description of the content. */
  displayName: z.string(),
  /** Owner of the transfer: a delivery, a generation or none (an upload to the library). */
  owner: z.object({ kind: z.enum(['delivery', 'generation']), id: z.string(), title: z.string() }).nullable(),
  state: transferStateSchema,
  waitingFor: waitingForSchema.nullable(),
  /** Set if `waitingFor` is `space` and the system reports the amount. */
  missingRoom: missingRoomSchema.nullable().default(null),
  doneBytes: z.number().int().nonnegative(),
  totalBytes: z.number().int().nonnegative().nullable(),
  bytesPerSecond: z.number().nonnegative().nullable(),
  secondsLeft: z.number().nonnegative().nullable(),
  /** Position in the queue; smaller goes first. */
  place: z.number(),
  /** SHA-256 of the whole file, in lower-case hex; null until known. */
  sha256: z.string().nullable(),
  /** File at the service of a finished upload, or with the same content. */
  fileId: z.string().nullable(),
  /** Name of the file with the same content, if `waitingFor` is `decision`. */
  duplicateOf: z.string().nullable(),
  createdAt: z.number().int(),
  finishedAt: z.number().int().nullable(),
  error: errorBodySchema.nullable(),
});
export type Transfer = z.infer<typeof transferSchema>;

/** True if the transfer waits until the user decides what to do with content that the service has already. */
export function needsDecision({ state, waitingFor }: Pick<Transfer, 'state' | 'waitingFor'>): boolean {
  return state === 'waiting' && waitingFor === 'decision';
}

const transferTotalsSchema = z.object({
  runningCount: z.number().int().nonnegative(),
  /** Number of unfinished transfers, running or not. */
  openCount: z.number().int().nonnegative(),
  /** Number of unfinished transfers that wait for the user's decision. */
  decisionCount: z.number().int().nonnegative(),
  doneBytes: z.number().int().nonnegative(),
  /** Null while the size of any of them is unknown. */
  totalBytes: z.number().int().nonnegative().nullable(),
  downBytesPerSecond: z.number().nonnegative(),
  upBytesPerSecond: z.number().nonnegative(),
  secondsLeft: z.number().nonnegative().nullable(),
  isPaused: z.boolean(),
});
export type TransferTotals = z.infer<typeof transferTotalsSchema>;

const transferIdSchema = z.object({ transferId: z.string().min(1).max(100) });

export const transferCalls = {
  'transfer.totals': call(z.object({}), transferTotalsSchema),
  'transfer.get': call(transferIdSchema, transferSchema),
  'transfer.pause': call(transferIdSchema, transferSchema),
  'transfer.resume': call(transferIdSchema, transferSchema),
  /** Cancels the transfer and its owner. */
  'transfer.cancel': call(transferIdSchema, transferSchema),
  /** Retries a failed or cancelled upload. A download restarts with its delivery. */
  'transfer.retry': call(transferIdSchema, transferSchema),
  /** Moves the transfer before another one in the queue, or to the end. */
  'transfer.move': call(transferIdSchema.extend({ beforeTransferId: idSchema.nullable() }), transferSchema),
  'transfer.pauseAll': call(z.object({}), transferTotalsSchema),
  'transfer.resumeAll': call(z.object({}), transferTotalsSchema),
  /**
   * Uploads a granted file to the library of a connection, by default of the active one. If the service has its content
   * already, the user decides, or with `mayReuse` that file is taken. `file_unreadable`, `file_type_unsupported`.
   */
  'transfer.upload': call(
    z.object({
      connectionId: idSchema.optional(),
      fileGrant: z.string().min(1).max(100),
      mayReuse: z.boolean().optional(),
    }),
    transferSchema,
  ),
  /** Decides for `waitingFor: decision`: use the existing file, or send this one anyway. */
  'transfer.decide': call(transferIdSchema.extend({ choice: z.enum(['reuse', 'send']) }), transferSchema),
  /** Shows the log of a delivery's transfers in the file manager. */
  'transfer.revealLog': call(z.object({ deliveryId: z.string().min(1).max(100) }), z.object({})),
};

export const transferEvents = {
  'transfer.totalsChanged': event(transferTotalsSchema),
};
