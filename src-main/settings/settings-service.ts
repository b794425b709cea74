import { z } from 'zod';
import { AppError } from '../../src-shared/app-error.ts';
import { type Settings, type Theme, themeSchema } from '../../src-shared/contract/settings.ts';
import type { Dialogs, Paths } from '../platform.ts';
import type { SettingsRepository } from '../store/settings-repository.ts';
import { describeDeliveryFolder, prepareTypedFolder, requireWritable } from './delivery-folder.ts';
import type { KnownFolders } from './known-folders.ts';

export interface SettingsServiceDeps {
  readonly repository: SettingsRepository;
  readonly dialogs: Dialogs | null;
  readonly paths: Paths;
  readonly folders: KnownFolders;
  readonly onChange: (settings: Settings) => void;
}

type TransferLimits = Pick<Settings, 'parallelTransfers' | 'bandwidthLimitBytesPerSecond'>;

const storedSchema = z.object({
  formatVersion: z.literal(1),
  deliveryFolder: z.string().nullable(),
  theme: themeSchema,
  parallelTransfers: z.number().int().min(1).max(8).default(3),
  bandwidthLimitBytesPerSecond: z.number().int().min(50_000).nullable().default(null),
});
type Stored = z.infer<typeof storedSchema>;

const key = 'settings';
const defaults = storedSchema.parse({ formatVersion: 1, deliveryFolder: null, theme: 'system' });

/** What the user chose, and how it is now. */
export class SettingsService {
  readonly #deps: SettingsServiceDeps;

  constructor(deps: SettingsServiceDeps) {
    this.#deps = deps;
  }

  async get(): Promise<Settings> {
    const { deliveryFolder, theme } = this.#stored;
    return {
      deliveryFolder: deliveryFolder === null ? null : await this.#describe(deliveryFolder),
      theme,
      ...this.transferLimits,
    };
  }

  /** How many transfers run at once, and how fast all of them together. */
  get transferLimits(): TransferLimits {
    const { parallelTransfers, bandwidthLimitBytesPerSecond } = this.#stored;
    return { parallelTransfers, bandwidthLimitBytesPerSecond };
  }

  setTransfers({ parallelTransfers, bandwidthLimitBytesPerSecond }: TransferLimits): Promise<Settings> {
    return this.#change({ parallelTransfers, bandwidthLimitBytesPerSecond });
  }

  setTheme(theme: Theme): Promise<Settings> {
    return this.#change({ theme });
  }

  /** Asks with the native chooser. @throws AppError `not_supported_here` without one. */
  async chooseDeliveryFolder(): Promise<Settings> {
    const { dialogs, paths } = this.#deps;
    if (!dialogs) throw new AppError('not_supported_here', 'There is no folder chooser here.');
    const start = this.#stored.deliveryFolder ?? paths.movies;
    const chosen = await dialogs.chooseFolder('Choose the delivery folder', start);
    if (chosen === null) return this.get();
    await requireWritable(chosen);
    return this.#chose(chosen);
  }

  /** Takes a path the user typed, where there is no chooser. */
  async setDeliveryFolder(path: string): Promise<Settings> {
    if (this.#deps.dialogs)
      throw new AppError('not_supported_here', 'The folder is chosen in a dialog here.');
    return this.#chose(await prepareTypedFolder(path));
  }

  /**
   * The delivery folder, ready to be written to, and the one that was chosen.
   * @throws AppError `delivery_folder_unset`, `delivery_folder_missing`, `delivery_folder_replaced`,
   * `delivery_folder_not_writable`, `disk_full`.
   */
  async requireDeliveryFolder(): Promise<string> {
    const { deliveryFolder } = this.#stored;
    if (deliveryFolder === null) throw new AppError('delivery_folder_unset', 'No delivery folder is chosen.');
    await this.#deps.folders.require(deliveryFolder);
    await requireWritable(deliveryFolder);
    return deliveryFolder;
  }

  /** The chosen folder as it was chosen; null when there is none. */
  get deliveryFolderPath(): string | null {
    return this.#stored.deliveryFolder;
  }

  get #stored(): Stored {
    return this.#deps.repository.read(key, storedSchema) ?? defaults;
  }

  /** Choosing a folder also says that the one at the path is meant, whatever was there before. */
  async #chose(path: string): Promise<Settings> {
    await this.#deps.folders.remember(path);
    return this.#change({ deliveryFolder: path });
  }

  /** A folder that is there but not the chosen one is shown as missing. */
  async #describe(path: string): Promise<Settings['deliveryFolder']> {
    const described = await describeDeliveryFolder(path);
    if (described.state !== 'ok') return described;
    const isAnother = await this.#deps.folders.isAnother(path);
    return isAnother ? { path, state: 'missing', freeBytes: null } : described;
  }

  async #change(change: Partial<Stored>): Promise<Settings> {
    this.#deps.repository.write(key, { ...this.#stored, ...change });
    const settings = await this.get();
    this.#deps.onChange(settings);
    return settings;
  }
}
