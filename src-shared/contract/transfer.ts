import { z } from 'zod';
import { errorBodySchema } from '../app-error.ts';
import { call, event } from '../ipc/define.ts';
import { idSchema } from './id.ts';

/**
 * `queued`: waits for its turn. `checking`: the file is read and hashed before it is sent. `running`: bytes move.
 * `processing`: all bytes are there; they are checked and committed, or the service prepares them. `waiting`: for
 * what `waitingFor` tells, and goes on by itself when it comes (but for `decision`). `paused`: by the user.
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

/** `folder`: the drive or folder is gone. `decision`: the same content is at the service already. */
export const waitingForSchema = z.enum(['network', 'sign_in', 'space', 'folder', 'decision']);
export type WaitingFor = z.infer<typeof waitingForSchema>;

/** The space a drive lacks before work can continue. */
export const missingRoomSchema = z.object({
  /** A folder on the drive that is too full. */
  folder: z.string(),
  /** That must be free, a margin included. */
  neededBytes: z.number().int().nonnegative(),
  /** That were free when it was last looked. */
  freeBytes: z.number().int().nonnegative(),
});
export type MissingRoom = z.infer<typeof missingRoomSchema>;

export const transferSchema = z.object({
  transferId: z.string(),
  connectionId: z.string(),
  direction: z.enum(['download', 'upload']),
  /** The file name, or a description of the content. */
  displayName: z.string(),
  /** What it belongs to: a delivery, a generation or nothing (an upload to the library). */
  owner: z.object({ kind: z.enum(['delivery', 'generation']), id: z.string(), title: z.string() }).nullable(),
  state: transferStateSchema,
  waitingFor: waitingForSchema.nullable(),
  /** Where `waitingFor` is `space` and the system tells how much. */
  missingRoom: missingRoomSchema.nullable().default(null),
  doneBytes: z.number().int().nonnegative(),
  totalBytes: z.number().int().nonnegative().nullable(),
  bytesPerSecond: z.number().nonnegative().nullable(),
  secondsLeft: z.number().nonnegative().nullable(),
  /** Position in the queue; smaller goes first. */
  place: z.number(),
  /** Of the whole file, in lower-case hex; null until it is known. */
  sha256: z.string().nullable(),
  /** The service's file of an upload that is done, or that has the same content. */
  fileId: z.string().nullable(),
  /** Name of the file with the same content, where `waitingFor` is `decision`. */
  duplicateOf: z.string().nullable(),
  createdAt: z.number().int(),
  finishedAt: z.number().int().nullable(),
  error: errorBodySchema.nullable(),
});
export type Transfer = z.infer<typeof transferSchema>;

const transferTotalsSchema = z.object({
  runningCount: z.number().int().nonnegative(),
  /** Not ended, running or not. */
  openCount: z.number().int().nonnegative(),
  doneBytes: z.number().int().nonnegative(),
  /** Null while one of them is unknown. */
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
  'transfer.pause': call(transferIdSchema, transferSchema),
  'transfer.resume': call(transferIdSchema, transferSchema),
  /** Cancels it and what it belongs to. */
  'transfer.cancel': call(transferIdSchema, transferSchema),
  /** A failed or cancelled upload once more; a download begins again with its delivery. */
  'transfer.retry': call(transferIdSchema, transferSchema),
  /** Puts it before another one in the queue, or last. */
  'transfer.move': call(transferIdSchema.extend({ beforeTransferId: idSchema.nullable() }), transferSchema),
  'transfer.pauseAll': call(z.object({}), transferTotalsSchema),
  'transfer.resumeAll': call(z.object({}), transferTotalsSchema),
  /** Sends a handed-over file to the library of the active connection. `file_unreadable`, `file_type_unsupported`. */
  'transfer.upload': call(z.object({ fileGrant: z.string().min(1).max(100) }), transferSchema),
  /** For `waitingFor: decision`: use the file that is there, or send this one all the same. */
  'transfer.decide': call(transferIdSchema.extend({ choice: z.enum(['reuse', 'send']) }), transferSchema),
  /** Shows the log of a delivery's transfers in the file manager. */
  'transfer.revealLog': call(z.object({ deliveryId: z.string().min(1).max(100) }), z.object({})),
};

export const transferEvents = {
  'transfer.totalsChanged': event(transferTotalsSchema),
};
