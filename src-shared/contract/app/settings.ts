import { z } from 'zod';
import { projectTiming, timingWishSchema } from '../../../src-timeline/model/sequence-timing.ts';
import { languageChoiceSchema } from '../../i18n/language.ts';
import { call, event } from '../../ipc/define.ts';

export const themeSchema = z.enum(['system', 'light', 'dark']);
export type Theme = z.infer<typeof themeSchema>;

/** More than any system allows, so that an overlong path fails as too long, not as invalid input. */
const maxTypedPath = 40_000;

const deliveryFolderSchema = z.object({
  /** For display and copying. The page sends it back only through `settings.setDeliveryFolder`. */
  path: z.string(),
  state: z.enum(['ok', 'missing', 'not_writable']),
  /** Free bytes on its volume; null when unknown. */
  freeBytes: z.number().int().nonnegative().nullable(),
});

const desktopSettingsSchema = z.object({
  /** Work continues after the window closes, if a tray or dock can restore it. */
  keepsRunning: z.boolean(),
  startsAtLogin: z.boolean(),
  /** The computer does not sleep while transfers run. */
  staysAwake: z.boolean(),
});
export type DesktopSettings = z.infer<typeof desktopSettingsSchema>;

const settingsSchema = z.object({
  /** Null until the user chooses a folder or the first delivery creates the proposed one. */
  deliveryFolder: deliveryFolderSchema.nullable(),
  /** Folder of the first delivery, for display; null once a folder is set, or if none can be proposed. */
  proposedFolder: z.string().nullable(),
  theme: themeSchema,
  language: languageChoiceSchema,
  /** Number of parallel transfers. */
  parallelTransfers: z.number().int().min(1).max(8),
  /** Limit of all transfers together; null for no limit. */
  bandwidthLimitBytesPerSecond: z.number().int().min(50_000).nullable(),
  /** Largest size of the files that are kept for playing cuts without the service. */
  keptMediaBytes: z.number().int().min(0),
  desktop: desktopSettingsSchema,
  /** Rate and timecode of documents for editors. */
  documentTiming: timingWishSchema,
});

export type Settings = z.infer<typeof settingsSchema>;

/** The settings before the user changes any. */
export const initialSettings: Settings = {
  deliveryFolder: null,
  proposedFolder: null,
  theme: 'system',
  language: 'system',
  parallelTransfers: 3,
  bandwidthLimitBytesPerSecond: null,
  keptMediaBytes: 5_000_000_000,
  desktop: { keepsRunning: true, startsAtLogin: false, staysAwake: true },
  documentTiming: projectTiming,
};

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
  'settings.setKeptMedia': call(settingsSchema.pick({ keptMediaBytes: true }), settingsSchema),
  'settings.setDocumentTiming': call(timingWishSchema, settingsSchema),
  /**
   * Opens the native chooser; returns the settings unchanged if the user cancels. `not_supported_here` without a
   * chooser.
   */
  'settings.chooseDeliveryFolder': call(z.object({}), settingsSchema),
  /**
   * Sets a path that the user typed, absolute or below `~`. Creates a missing folder if `mayMake` is set, else fails
   * with `delivery_folder_missing`, the reason `not_made` and the full `path`; also fails if the folder cannot be
   * created. Available only without a native chooser, else `not_supported_here`.
   */
  'settings.setDeliveryFolder': call(
    z.object({ path: z.string().min(1).max(maxTypedPath), mayMake: z.boolean().optional() }),
    settingsSchema,
  ),
};

export const settingsEvents = {
  'settings.changed': event(settingsSchema),
};
