import { z } from 'zod';
import { languageChoiceSchema } from '../i18n/language.ts';
import { call, event } from '../ipc/define.ts';
import { timingWishSchema } from '../timeline/sequence-timing.ts';

export const themeSchema = z.enum(['system', 'light', 'dark']);
export type Theme = z.infer<typeof themeSchema>;

/** More than any system allows, so that a path that is too long is refused as one. */
const maxTypedPath = 40_000;

const deliveryFolderSchema = z.object({
  /** For display and copying; the page never sends it back except through `settings.setDeliveryFolder`. */
  path: z.string(),
  state: z.enum(['ok', 'missing', 'not_writable']),
  /** Bytes free on its volume; null when unknown. */
  freeBytes: z.number().int().nonnegative().nullable(),
});

const desktopSettingsSchema = z.object({
  /** Work goes on after the window was closed, where a tray or a dock brings it back. */
  keepsRunning: z.boolean(),
  startsAtLogin: z.boolean(),
  /** The computer does not sleep while bytes move. */
  staysAwake: z.boolean(),
});
export type DesktopSettings = z.infer<typeof desktopSettingsSchema>;

const settingsSchema = z.object({
  /** Null until the user chose one or the first delivery made the proposed one. */
  deliveryFolder: deliveryFolderSchema.nullable(),
  /** Where the first delivery goes, for display; null once there is a folder, and where none can be proposed. */
  proposedFolder: z.string().nullable(),
  theme: themeSchema,
  language: languageChoiceSchema,
  /** Transfers at once. */
  parallelTransfers: z.number().int().min(1).max(8),
  /** The limit of all transfers together; null means no limit. */
  bandwidthLimitBytesPerSecond: z.number().int().min(50_000).nullable(),
  desktop: desktopSettingsSchema,
  /** The rate and timecode of documents for editors. */
  documentTiming: timingWishSchema,
});

export type Settings = z.infer<typeof settingsSchema>;

export const settingsCalls = {
  'settings.get': call(z.object({}), settingsSchema),
  'settings.setTheme': call(z.object({ theme: themeSchema }), settingsSchema),
  'settings.setLanguage': call(z.object({ language: languageChoiceSchema }), settingsSchema),
  'settings.setTransfers': call(
    settingsSchema.pick({ parallelTransfers: true, bandwidthLimitBytesPerSecond: true }),
    settingsSchema,
  ),
  /** @throws `not_supported_here` with `reason` `login_item`, or without one where the host cannot start at sign-in. */
  'settings.setDesktop': call(
    z.object({ name: desktopSettingsSchema.keyof(), isOn: z.boolean() }),
    settingsSchema,
  ),
  'settings.setDocumentTiming': call(timingWishSchema, settingsSchema),
  /** Opens the native chooser; unchanged when the user cancels. `not_supported_here` without one. */
  'settings.chooseDeliveryFolder': call(z.object({}), settingsSchema),
  /**
   * A path the user typed, absolute or below `~`. One that is not there is made when `mayMake` says so, else
   * `delivery_folder_missing` with the reason `not_made` and the full `path`, or why it cannot be made. Only where there
   * is no native chooser, else `not_supported_here`.
   */
  'settings.setDeliveryFolder': call(
    z.object({ path: z.string().min(1).max(maxTypedPath), mayMake: z.boolean().optional() }),
    settingsSchema,
  ),
};

export const settingsEvents = {
  'settings.changed': event(settingsSchema),
};
