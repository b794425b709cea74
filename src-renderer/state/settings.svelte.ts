import type { ErrorBody } from '../../src-shared/app-error.ts';
import type {
  DesktopSettings,
  Settings as SettingsRecord,
  Theme,
} from '../../src-shared/contract/settings.ts';
import type { LanguageChoice } from '../../src-shared/i18n/language.ts';
import type { TimingWish } from '../../src-shared/timeline/sequence-timing.ts';
import { errorBodyOf } from '../errors/error-body-of.ts';
import { AnswerOrder } from './answer-order.ts';
import type { AppClient } from './app-client.ts';
import { CallLine } from './call-line.ts';

type TransferSettings = Pick<SettingsRecord, 'parallelTransfers' | 'bandwidthLimitBytesPerSecond'>;

/** What the user set, as main keeps it. */
export class Settings {
  readonly #client: AppClient;
  readonly #order = new AnswerOrder();
  /** Of changes that send several settings, some of them as they are. */
  readonly #changes = new CallLine();

  current = $state.raw<SettingsRecord>({
    deliveryFolder: null,
    proposedFolder: null,
    theme: 'system',
    language: 'system',
    parallelTransfers: 3,
    bandwidthLimitBytesPerSecond: null,
    desktop: { keepsRunning: true, startsAtLogin: false, staysAwake: true },
    documentTiming: { rate: null, start: null },
  });
  isLoaded = $state(false);
  /** Why the settings could not be read. */
  readError = $state.raw<ErrorBody | null>(null);
  /** What went wrong with the last change of the delivery folder. */
  folderError = $state.raw<ErrorBody | null>(null);
  isChangingFolder = $state(false);
  /** The folder that was typed and is not there: whether to create it is asked. */
  folderToCreate = $state<string | null>(null);

  constructor(deps: { client: AppClient }) {
    this.#client = deps.client;
  }

  /** Subscribes, then asks. Returns the function that ends the subscription. */
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

  /** How many transfers run at once, and how fast all of them together. @throws AppError as main made it. */
  setTransfers(change: Partial<TransferSettings>): Promise<void> {
    return this.#changes.run(async () => {
      const { parallelTransfers, bandwidthLimitBytesPerSecond } = this.current;
      const limits = { parallelTransfers, bandwidthLimitBytesPerSecond, ...change };
      await this.#take(this.#client.call('settings.setTransfers', limits));
    });
  }

  /** @throws AppError as main made it. */
  async setDesktop(name: keyof DesktopSettings, isOn: boolean): Promise<void> {
    await this.#take(this.#client.call('settings.setDesktop', { name, isOn }));
  }

  /** The rate and timecode of documents for editors. @throws AppError as main made it. */
  setDocumentTiming(change: Partial<TimingWish>): Promise<void> {
    return this.#changes.run(async () => {
      const wish = { ...this.current.documentTiming, ...change };
      await this.#take(this.#client.call('settings.setDocumentTiming', wish));
    });
  }

  /** Opens the native chooser. Never rejects: a failure is `folderError`. */
  chooseFolder(): Promise<void> {
    return this.#changeFolder(() => this.#client.call('settings.chooseDeliveryFolder', {}));
  }

  /** Takes a typed path. Never rejects: a failure is `folderError`, and one that is not there is `folderToCreate`. */
  useFolder(path: string): Promise<void> {
    return this.#changeFolder(() => this.#client.call('settings.setDeliveryFolder', { path }));
  }

  /** Creates the folder that was asked about. Never rejects: a failure is `folderError`. */
  async createFolder(): Promise<void> {
    const path = this.folderToCreate;
    if (path === null) return;
    await this.#changeFolder(() => this.#client.call('settings.setDeliveryFolder', { path, mayMake: true }));
  }

  /** Takes the question back; the delivery folder stays as it is. */
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
