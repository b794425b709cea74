import { createContext } from 'svelte';
import type { ErrorBody } from '../../../src-shared/app-error.ts';
import {
  type DesktopSettings,
  initialSettings,
  type Settings as SettingsRecord,
  type Theme,
} from '../../../src-shared/contract/app/settings.ts';
import type { LanguageChoice } from '../../../src-shared/i18n/language.ts';
import type { TimingWish } from '../../../src-timeline/model/sequence-timing.ts';
import { errorBodyOf } from '../../errors/error-body-of.ts';
import { AnswerOrder } from '../foundation/answer-order.ts';
import type { AppClient } from '../foundation/app-client.ts';
import { CallLine } from '../foundation/call-line.ts';

type TransferSettings = Pick<SettingsRecord, 'parallelTransfers' | 'bandwidthLimitBytesPerSecond'>;

/** The user's settings, mirrored from main. */
export class Settings {
  readonly #client: AppClient;
  readonly #order = new AnswerOrder();
  /** Queue for changes that send several settings at once, including unchanged ones. */
  readonly #changes = new CallLine();

  current = $state.raw<SettingsRecord>(initialSettings);
  isLoaded = $state(false);
  /** Error of the last attempt to read the settings. */
  readError = $state.raw<ErrorBody | null>(null);
  /** Error of the last change of the delivery folder. */
  folderError = $state.raw<ErrorBody | null>(null);
  isChangingFolder = $state(false);
  /** Typed folder that does not exist; the user is asked whether to create it. */
  folderToCreate = $state<string | null>(null);

  constructor(deps: { client: AppClient }) {
    this.#client = deps.client;
  }

  /** Subscribes, then reads the settings. Returns the function that unsubscribes. */
  start(): () => void {
    const stop = this.#client.on('settings.changed', (settings) => {
      this.#order.outdate();
      this.current = settings;
    });
    void this.refresh();
    return stop;
  }

  async refresh(): Promise<void> {
    try {
      await this.#take(this.#client.call('settings.get', {}));
      this.isLoaded = true;
      this.readError = null;
    } catch (error) {
      this.readError = errorBodyOf(error);
    }
  }

  /** @throws AppError as main made it. */
  async setTheme(theme: Theme): Promise<void> {
    await this.#take(this.#client.call('settings.setTheme', { theme }));
  }

  /** @throws AppError as main made it. */
  async setLanguage(language: LanguageChoice): Promise<void> {
    await this.#take(this.#client.call('settings.setLanguage', { language }));
  }

  /** Sets the number of simultaneous transfers and their total bandwidth limit. @throws AppError as main made it. */
  setTransfers(change: Partial<TransferSettings>): Promise<void> {
    return this.#changes.run(async () => {
      const { parallelTransfers, bandwidthLimitBytesPerSecond } = this.current;
      const limits = { parallelTransfers, bandwidthLimitBytesPerSecond, ...change };
      await this.#take(this.#client.call('settings.setTransfers', limits));
    });
  }

  /** @throws AppError as main made it. */
  async setKeptMedia(keptMediaBytes: number): Promise<void> {
    await this.#take(this.#client.call('settings.setKeptMedia', { keptMediaBytes }));
  }

  /** @throws AppError as main made it. */
  async setDesktop(name: keyof DesktopSettings, isOn: boolean): Promise<void> {
    await this.#take(this.#client.call('settings.setDesktop', { name, isOn }));
  }

  /** Sets the frame rate and start timecode of documents for editors. @throws AppError as main made it. */
  setDocumentTiming(change: Partial<TimingWish>): Promise<void> {
    return this.#changes.run(async () => {
      const wish = { ...this.current.documentTiming, ...change };
      await this.#take(this.#client.call('settings.setDocumentTiming', wish));
    });
  }

  /** Opens the native folder chooser. Never rejects: a failure is stored in `folderError`. */
  chooseFolder(): Promise<void> {
    return this.#changeFolder(() => this.#client.call('settings.chooseDeliveryFolder', {}));
  }

  /** Uses a typed path. Never rejects: a failure is stored in `folderError`, a missing folder in `folderToCreate`. */
  useFolder(path: string): Promise<void> {
    return this.#changeFolder(() => this.#client.call('settings.setDeliveryFolder', { path }));
  }

  /** Creates the folder in `folderToCreate`. Never rejects: a failure is stored in `folderError`. */
  async createFolder(): Promise<void> {
    const path = this.folderToCreate;
    if (path === null) return;
    await this.#changeFolder(() => this.#client.call('settings.setDeliveryFolder', { path, mayMake: true }));
  }

  /** Withdraws the question; the delivery folder stays unchanged. */
  forgetFolderToCreate(): void {
    this.folderToCreate = null;
  }

  /** Discards a change, with its question and its error. */
  cancelFolderChange(): void {
    this.forgetFolderToCreate();
    this.folderError = null;
  }

  async #take(answer: Promise<SettingsRecord>): Promise<void> {
    const isNews = this.#order.begin();
    const settings = await answer;
    if (isNews()) this.current = settings;
  }

  async #changeFolder(change: () => Promise<SettingsRecord>): Promise<void> {
    if (this.isChangingFolder) return;
    this.isChangingFolder = true;
    this.folderError = null;
    try {
      await this.#take(change());
      this.folderToCreate = null;
    } catch (error) {
      const body = errorBodyOf(error);
      const isAbsent = body.code === 'delivery_folder_missing' && body.details['reason'] === 'not_made';
      this.folderToCreate = isAbsent ? String(body.details['path']) : null;
      if (!isAbsent) this.folderError = body;
    } finally {
      this.isChangingFolder = false;
    }
  }
}

export const [getSettings, setSettings] = createContext<Settings>();
