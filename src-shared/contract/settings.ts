import { z } from 'zod';
import { call, event } from '../ipc/define.ts';

export const themeSchema = z.enum(['system', 'light', 'dark']);
export type Theme = z.infer<typeof themeSchema>;

const deliveryFolderSchema = z.object({
  /** For display and copying; the page never sends it back except through `settings.setDeliveryFolder`. */
  path: z.string(),
  state: z.enum(['ok', 'missing', 'not_writable']),
  /** Bytes free on its volume; null when unknown. */
  freeBytes: z.number().int().nonnegative().nullable(),
});

const settingsSchema = z.object({
  /** Null until the user chose one; a hand-off asks for it first. */
  deliveryFolder: deliveryFolderSchema.nullable(),
  theme: themeSchema,
  /** Transfers at once. */
  parallelTransfers: z.number().int().min(1).max(8),
  /** Over all transfers; null: as fast as it goes. */
  bandwidthLimitBytesPerSecond: z.number().int().min(50_000).nullable(),
});

export type Settings = z.infer<typeof settingsSchema>;

export const settingsCalls = {
  'settings.get': call(z.object({}), settingsSchema),
  'settings.setTheme': call(z.object({ theme: themeSchema }), settingsSchema),
  'settings.setTransfers': call(
    settingsSchema.pick({ parallelTransfers: true, bandwidthLimitBytesPerSecond: true }),
    settingsSchema,
  ),
  /** Opens the native chooser; unchanged when the user cancels. `not_supported_here` without one. */
  'settings.chooseDeliveryFolder': call(z.object({}), settingsSchema),
  /**
   * An absolute path the user typed; the folder is made when only its last part is missing. Only where there is no
   * native chooser, else `not_supported_here`.
   */
  'settings.setDeliveryFolder': call(z.object({ path: z.string().min(1).max(1000) }), settingsSchema),
};

export const settingsEvents = {
  'settings.changed': event(settingsSchema),
};
