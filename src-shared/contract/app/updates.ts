import { z } from 'zod';
import { errorBodySchema } from '../../app-error.ts';
import { call, event } from '../../ipc/define.ts';

const versionNotesSchema = z.object({
  version: z.string(),
  /** Release notes by language tag; empty if nobody wrote any. */
  notes: z.record(z.string(), z.string()),
});

const updatesSchema = z.object({
  /** True if the app downloads versions without being asked. */
  isAutomatic: z.boolean(),
  isChecking: z.boolean(),
  /** Unix time in milliseconds of the feed's last answer; null before the first. */
  checkedAt: z.number().int().nullable(),
  /** True if the feed has given no usable answer for three weeks. */
  isOverdue: z.boolean(),
  /** Newer version; null if this is the newest. */
  available: versionNotesSchema.nullable(),
  /** Progress of the update: `waiting` to be downloaded, because of `waitsFor`; `ready` to be installed. */
  stage: z.enum(['waiting', 'downloading', 'preparing', 'ready']).nullable(),
  /** `user`: the download starts only on request. While transfers run, the app does not install either. */
  waitsFor: z.enum(['transfers', 'metered', 'user']).nullable(),
  receivedBytes: z.number().int().nonnegative(),
  totalBytes: z.number().int().nonnegative(),
  /** Whether the app installs the update when it quits, or passes it to the system's own installer. */
  installs: z.enum(['at_quit', 'by_system']),
  /** Error of the last check or download; null if it succeeded. */
  error: errorBodySchema.nullable(),
  /** Version that did not start, so that the app went back to the one before. */
  failedVersion: z.string().nullable(),
  /** Notes of the running version, until dismissed. */
  news: versionNotesSchema.nullable(),
  /** Version whose package is kept and can be opened to go back to it. */
  previousVersion: z.string().nullable(),
});
export type UpdatesRecord = z.infer<typeof updatesSchema>;

/** Null without updates: no distributor set a feed, or this copy of the app was not installed from a package. */
const updatesOrNone = z.object({ updates: updatesSchema.nullable() });

export const updatesCalls = {
  'updates.get': call(z.object({}), updatesOrNone),
  /** Checks the feed at once. A failure is in `error`. */
  'updates.check': call(z.object({}), updatesOrNone),
  /** Downloads at once, regardless of `waitsFor`. A failure is in `error`. */
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
