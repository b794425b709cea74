import { z } from 'zod';
import { errorBodySchema } from '../app-error.ts';
import { call, event } from '../ipc/define.ts';

const versionNotesSchema = z.object({
  version: z.string(),
  /** What is new, by language tag; empty where nobody wrote it. */
  notes: z.record(z.string(), z.string()),
});

const updatesSchema = z.object({
  /** Versions are downloaded without being asked for. */
  isAutomatic: z.boolean(),
  isChecking: z.boolean(),
  /** Unix time in milliseconds of the last answer of the feed; null before. */
  checkedAt: z.number().int().nullable(),
  /** A version to come; null when this is the newest. */
  available: versionNotesSchema.nullable(),
  /** How far it is: `waiting` to be downloaded, for what `waitsFor` says. `ready` to be installed. */
  stage: z.enum(['waiting', 'downloading', 'preparing', 'ready']).nullable(),
  /** `user`: it is not downloaded unless asked for. While transfers run, nothing is installed either. */
  waitsFor: z.enum(['transfers', 'metered', 'user']).nullable(),
  receivedBytes: z.number().int().nonnegative(),
  totalBytes: z.number().int().nonnegative(),
  /** Whether the app installs it when it quits, or hands it to the system's own installer. */
  installs: z.enum(['at_quit', 'by_system']),
  /** Why the last check or download ended; null when it went well. */
  error: errorBodySchema.nullable(),
  /** A version that did not start and was left for the one before. */
  failedVersion: z.string().nullable(),
  /** What came with the version that runs now, until it is dismissed. */
  news: versionNotesSchema.nullable(),
  /** A version whose package is kept and can be opened to go back to it. */
  previousVersion: z.string().nullable(),
});
export type UpdatesRecord = z.infer<typeof updatesSchema>;

/** Null where there are none: no distributor set a feed, or this copy of the app was not installed from a package. */
const updatesOrNone = z.object({ updates: updatesSchema.nullable() });

export const updatesCalls = {
  'updates.get': call(z.object({}), updatesOrNone),
  /** Asks the feed at once. A failure is in `error`. */
  'updates.check': call(z.object({}), updatesOrNone),
  /** Downloads at once, whatever it would wait for. A failure is in `error`. */
  'updates.download': call(z.object({}), updatesOrNone),
  'updates.setAutomatic': call(z.object({ isAutomatic: z.boolean() }), updatesOrNone),
  /** Quits, installs and starts again, or opens the system's installer. @throws `conflict` while transfers run. */
  'updates.install': call(z.object({}), z.object({})),
  /** Opens the package of `previousVersion`. @throws `not_found`. */
  'updates.openPrevious': call(z.object({}), z.object({})),
  'updates.dismissNews': call(z.object({}), updatesOrNone),
};

export const updatesEvents = {
  'updates.changed': event(updatesOrNone),
};
