import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../src-shared/app-error.ts';
import {
  type DesktopSettings,
  initialSettings,
  type Settings,
  type Theme,
  themeSchema,
} from '../../../src-shared/contract/app/settings.ts';
import { type LanguageChoice, languageChoiceSchema } from '../../../src-shared/i18n/language.ts';
import type { TextOf } from '../../../src-shared/i18n/messages.ts';
import { timingWishSchema, type TimingWish } from '../../../src-timeline/model/sequence-timing.ts';
import type { Dialogs, Paths } from '../../platform.ts';
import type { SettingsRepository } from '../settings-repository.ts';
import { describeDeliveryFolder, requireWritable } from './delivery-folder.ts';
import { DriveAnswers } from './drive-answers.ts';
import type { KnownFolders } from './known-folders.ts';
import { prepareTypedFolder } from './typed-folder.ts';

export interface SettingsServiceDeps {
  readonly repository: SettingsRepository;
  readonly dialogs: Pick<Dialogs, 'chooseFolder'> | null;
  readonly paths: Paths;
  readonly folders: KnownFolders;
  readonly text: TextOf;
  /** See `Platform`. */
  readonly setLoginItem?: ((isOn: boolean) => Promise<void>) | null;
  readonly onChange: (settings: Settings) => void;
  /** Longest wait for a drive's answer. */
  readonly maxAnswerMs?: number | undefined;
}

type TransferLimits = Pick<Settings, 'parallelTransfers' | 'bandwidthLimitBytesPerSecond'>;

const storedSchema = z.object({
  formatVersion: z.literal(1),
  deliveryFolder: z.string().nullable(),
  theme: themeSchema,
  language: languageChoiceSchema.catch(initialSettings.language).default(initialSettings.language),
  parallelTransfers: z.number().int().min(1).max(8).default(initialSettings.parallelTransfers),
  bandwidthLimitBytesPerSecond: z
    .number()
    .int()
    .min(50_000)
    .nullable()
    .default(initialSettings.bandwidthLimitBytesPerSecond),
  keepsRunning: z.boolean().default(initialSettings.desktop.keepsRunning),
  startsAtLogin: z.boolean().default(initialSettings.desktop.startsAtLogin),
  staysAwake: z.boolean().default(initialSettings.desktop.staysAwake),
  keptMediaBytes: z.number().int().min(0).default(initialSettings.keptMediaBytes),
  /** True once the user knows that work continues without the window. */
  knowsOfBackground: z.boolean().default(false),
  documentTiming: timingWishSchema.default(initialSettings.documentTiming),
});
type Stored = z.infer<typeof storedSchema>;

const proposedName = 'Dailies';
const key = 'settings';
const defaults = storedSchema.parse({ formatVersion: 1, deliveryFolder: null, theme: initialSettings.theme });

/** The user's settings, and the current state of the delivery folder. */
export class SettingsService {
  readonly #deps: SettingsServiceDeps;
  readonly #drives: DriveAnswers;
  /** True once the user was informed in this session. */
  #knowsOfBackground = false;

  constructor(deps: SettingsServiceDeps) {
    this.#deps = deps;
    this.#drives = new DriveAnswers({ maxMs: deps.maxAnswerMs });
  }

  async get(): Promise<Settings> {
    const { deliveryFolder: path } = this.#stored;
    const deliveryFolder = path === null ? null : await this.#describe(path);
    const proposedFolder = path === null ? await this.#findProposed() : null;
    // The user may have chosen another folder while the drive answered.
    if (path !== this.#stored.deliveryFolder) return this.get();
    const { theme, language } = this.#stored;
    return {
      deliveryFolder,
      proposedFolder,
      theme,
      language,
      ...this.transferLimits,
      keptMediaBytes: this.keptMediaBytes,
      desktop: this.desktop,
      documentTiming: this.documentTiming,
    };
  }

  /** Number of concurrent transfers, and their total speed limit. */
  get transferLimits(): TransferLimits {
    const { parallelTransfers, bandwidthLimitBytesPerSecond } = this.#stored;
    return { parallelTransfers, bandwidthLimitBytesPerSecond };
  }

  setTransfers({ parallelTransfers, bandwidthLimitBytesPerSecond }: TransferLimits): Promise<Settings> {
    return this.#change({ parallelTransfers, bandwidthLimitBytesPerSecond });
  }

  get keptMediaBytes(): number {
    return this.#stored.keptMediaBytes;
  }

  setKeptMedia(keptMediaBytes: number): Promise<Settings> {
    return this.#change({ keptMediaBytes });
  }

  get desktop(): DesktopSettings {
    const { keepsRunning, startsAtLogin, staysAwake } = this.#stored;
    return { keepsRunning, startsAtLogin, staysAwake };
  }

  /**
   * Changes a desktop setting.
   * @throws AppError `not_supported_here` where the host cannot start at sign-in, or the system does not permit it.
   */
  async setDesktop(name: keyof DesktopSettings, isOn: boolean): Promise<Settings> {
    if (name === 'startsAtLogin') {
      const { setLoginItem } = this.#deps;
      if (!setLoginItem) throw new AppError('not_supported_here', 'Only the desktop app starts at sign-in.');
      await setLoginItem(isOn);
    }
    return this.#change({ [name]: isOn });
  }

  /** Notes that the window was closed while work continues. True the first time, when the user must be informed. */
  noteClosed(): boolean {
    const stored = this.#stored;
    const isFirst = !stored.knowsOfBackground && !this.#knowsOfBackground;
    this.#knowsOfBackground = true;
    if (stored.knowsOfBackground) return false;
    try {
      this.#deps.repository.write(key, { ...stored, knowsOfBackground: true });
    } catch {
      // The disk may be full. The next call tries again.
    }
    return isFirst;
  }

  /** Frame rate and timecode of documents for editors. */
  get documentTiming(): TimingWish {
    return this.#stored.documentTiming;
  }

  setDocumentTiming(documentTiming: TimingWish): Promise<Settings> {
    return this.#change({ documentTiming });
  }

  setTheme(theme: Theme): Promise<Settings> {
    return this.#change({ theme });
  }

  get language(): LanguageChoice {
    return this.#stored.language;
  }

  setLanguage(language: LanguageChoice): Promise<Settings> {
    return this.#change({ language });
  }

  /**
   * Chooses a folder with the native chooser.
   * @throws AppError `not_supported_here` without one, and as `setDeliveryFolder`.
   */
  async chooseDeliveryFolder(): Promise<Settings> {
    const { dialogs, paths } = this.#deps;
    if (!dialogs) throw new AppError('not_supported_here', 'There is no folder chooser here.');
    const start = this.#stored.deliveryFolder ?? paths.movies;
    const chosen = await dialogs.chooseFolder(this.#deps.text('dialog.folder'), start);
    return chosen === null ? this.get() : this.#choose(chosen, false);
  }

  /**
   * Sets a typed path, where there is no chooser.
   * @param mayMake true if a missing folder may be created.
   * @throws AppError as `prepareTypedFolder`, and `not_supported_here`.
   */
  async setDeliveryFolder(path: string, mayMake = true): Promise<Settings> {
    if (this.#deps.dialogs)
      throw new AppError('not_supported_here', 'The folder is chosen in a dialog here.');
    return this.#choose(path, mayMake);
  }

  /**
   * Returns the chosen delivery folder, checked for identity and writing. Creates and chooses the proposed one where
   * none was ever chosen.
   * @throws AppError `delivery_folder_unset`, `delivery_folder_missing`, `delivery_folder_replaced`,
   * `delivery_folder_not_writable`, `disk_full`, and as `prepareTypedFolder` for the proposed one.
   */
  async requireDeliveryFolder(): Promise<string> {
    const chosen = this.#stored.deliveryFolder;
    if (chosen === null) return this.#chooseProposed();
    await this.#drives.of(`require ${chosen}`, chosen, async () => {
      await this.#deps.folders.require(chosen);
      await requireWritable(chosen);
    });
    return chosen;
  }

  async #chooseProposed(): Promise<string> {
    const proposed = await this.#findProposed();
    if (proposed === null) throw new AppError('delivery_folder_unset', 'No delivery folder is chosen.');
    await this.#prepare(proposed, true);
    // The user may have chosen another one meanwhile.
    const chosen = this.#stored.deliveryFolder;
    if (chosen !== null) return this.requireDeliveryFolder();
    await this.#change({ deliveryFolder: proposed });
    return proposed;
  }

  /**
   * Returns the proposed folder; null where the folder for movies is missing, unless that is directly in the home
   * folder: elsewhere its drive may not be mounted.
   */
  async #findProposed(): Promise<string | null> {
    const { movies } = this.#deps.paths;
    if (movies === null) return null;
    const look = this.#drives.of(`movies ${movies}`, movies, async () => (await stat(movies)).isDirectory());
    const isThere = await look.catch(() => false);
    return isThere || dirname(movies) === homedir() ? join(movies, proposedName) : null;
  }

  /** Path of the chosen folder; null when there is none. */
  get deliveryFolderPath(): string | null {
    return this.#stored.deliveryFolder;
  }

  get #stored(): Stored {
    return this.#deps.repository.read(key, storedSchema) ?? defaults;
  }

  /** Choosing a folder also accepts the one now at the path, whatever was there before. */
  async #choose(typed: string, mayMake: boolean): Promise<Settings> {
    return this.#change({ deliveryFolder: await this.#prepare(typed, mayMake) });
  }

  #prepare(typed: string, mayMake: boolean): Promise<string> {
    const key = `choose ${String(mayMake)} ${typed}`;
    return this.#drives.of(key, typed, async () => {
      const path = await prepareTypedFolder(typed, mayMake);
      await this.#deps.folders.remember(path);
      return path;
    });
  }

  /** Describes the chosen folder. Another folder in its place, or an unresponsive drive, is shown as missing. */
  async #describe(path: string): Promise<Settings['deliveryFolder']> {
    const missing = { path, state: 'missing', freeBytes: null } as const;
    const look = this.#drives.of(`describe ${path}`, path, async () => {
      const described = await describeDeliveryFolder(path);
      const isAnother = described.state === 'ok' && (await this.#deps.folders.isAnother(path));
      return isAnother ? missing : described;
    });
    return look.catch((error: unknown) => {
      if (error instanceof AppError) return missing;
      throw error;
    });
  }

  async #change(change: Partial<Stored>): Promise<Settings> {
    this.#deps.repository.write(key, { ...this.#stored, ...change });
    const settings = await this.get();
    this.#deps.onChange(settings);
    return settings;
  }
}
