import { createContext } from 'svelte';
import type { AppInfo } from '../../src-shared/contract/app.ts';
import type { LinkState, PageBridge } from '../bridge.ts';
import { errorBodyOf } from '../errors/error-body-of.ts';
import { describeError, presentError } from '../errors/present-error.ts';
import { formatShortcut } from '../format/shortcut.ts';
import type { Messages } from '../i18n/messages.ts';
import type { AppClient } from './app-client.ts';
import { Catalogue } from './catalogue.svelte.ts';
import { commandEntry, type CommandName } from './command-table.ts';
import { Commands } from './commands.svelte.ts';
import { Connection } from './connection.svelte.ts';
import { Deliveries } from './deliveries.svelte.ts';
import { Draft } from './draft.svelte.ts';
import { Generations } from './generations.svelte.ts';
import { Intake } from './intake.svelte.ts';
import { createJobNotices } from './job-notices.ts';
import { type AddressBar, Navigation } from './navigation.svelte.ts';
import { Preferences } from './preferences.svelte.ts';
import { Projects } from './projects.svelte.ts';
import { Settings } from './settings.svelte.ts';
import type { KeyValueStorage } from './stored-value.ts';
import { type Schedule, Toasts } from './toasts.svelte.ts';

export interface AppStateDeps {
  readonly info: AppInfo;
  readonly client: AppClient;
  readonly bridge: Pick<PageBridge, 'grantFile' | 'onLinkChange'>;
  readonly messages: Messages;
  readonly storage: KeyValueStorage;
  readonly address: AddressBar;
  readonly schedule: Schedule;
  /** Calls back when another page of the same app changed the storage. Returns the function that ends it. */
  readonly onStorageChange: (listener: () => void) => () => void;
  /** Calls back when the user comes back from another window. Returns the function that ends it. */
  readonly onReturn: (listener: () => void) => () => void;
  /** Puts a text on the clipboard. */
  readonly writeClipboard: (text: string) => Promise<void>;
}

/** The state of the page: one object for each domain, and what goes across them. */
export class AppState {
  readonly #deps: AppStateDeps;
  readonly info: AppInfo;
  readonly isMac: boolean;
  readonly navigation: Navigation;
  readonly preferences: Preferences;
  readonly draft: Draft;
  readonly toasts: Toasts;
  readonly commands: Commands;
  readonly connection: Connection;
  readonly settings: Settings;
  readonly catalogue: Catalogue;
  readonly generations: Generations;
  readonly deliveries: Deliveries;
  readonly projects: Projects;
  readonly intake: Intake;

  link = $state<LinkState>('open');

  constructor(deps: AppStateDeps) {
    const { client, storage } = deps;
    this.#deps = deps;
    this.info = deps.info;
    this.isMac = deps.info.platform === 'darwin';
    this.navigation = new Navigation({ address: deps.address });
    this.preferences = new Preferences({ storage });
    this.draft = new Draft({ storage });
    this.toasts = new Toasts({ schedule: deps.schedule });
    this.commands = new Commands({ isMac: this.isMac });
    this.connection = new Connection({
      client,
      onReady: () => {
        this.#refresh();
      },
    });
    this.settings = new Settings({ client });
    this.catalogue = new Catalogue({ client });
    const notices = createJobNotices({
      navigation: this.navigation,
      toasts: this.toasts,
      text: deps.messages.text,
    });
    this.generations = new Generations({ client, onChange: notices.onGeneration });
    this.deliveries = new Deliveries({ client, onChange: notices.onDelivery });
    this.projects = new Projects({ client });
    this.intake = new Intake({
      client,
      grantFile: (file) => deps.bridge.grantFile(file),
      draft: this.draft,
      toasts: this.toasts,
      messages: deps.messages,
      showGenerate: () => {
        this.navigation.go('generate');
      },
    });
  }

  /** Subscribes to main and reads everything once. Returns the function that ends it. */
  start(): () => void {
    const stops = [
      this.navigation.start(),
      this.connection.start(),
      this.settings.start(),
      this.generations.start(),
      this.deliveries.start(),
      this.projects.start(),
      this.#deps.onStorageChange(() => {
        this.draft.reread();
      }),
      this.#deps.onReturn(() => void this.settings.refresh()),
      this.#deps.bridge.onLinkChange((state) => {
        this.link = state;
        if (state === 'lost') return;
        void this.connection.refresh();
        void this.settings.refresh();
        this.#refresh();
      }),
    ];
    void this.catalogue.refresh();
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** A command's first shortcut as it is shown in buttons and tooltips. */
  keysOf(name: CommandName): string {
    const [shortcut] = commandEntry(name).shortcuts;
    return shortcut ? formatShortcut(shortcut, this.isMac, this.#deps.messages.text('common.space')) : '';
  }

  /** The address of a picture or movie main serves. */
  mediaUrl(mediaPath: string): string {
    return this.info.mediaBaseUrl + mediaPath.split('/').map(encodeURIComponent).join('/');
  }

  /** Puts a text on the clipboard; false, with a notice, when there is none. */
  readonly copy = async (text: string): Promise<boolean> => {
    try {
      await this.#deps.writeClipboard(text);
      return true;
    } catch {
      this.toasts.show({ kind: 'bad', text: this.#deps.messages.text('common.copyFailed') });
      return false;
    }
  };

  /** Runs something that may be refused; a refusal becomes a notice. */
  readonly attempt = async (action: () => Promise<unknown>): Promise<void> => {
    try {
      await action();
    } catch (error) {
      const body = errorBodyOf(error);
      const { text } = this.#deps.messages;
      const { title, fix } = presentError(body, this.#deps.messages);
      this.toasts.show({
        kind: 'bad',
        text: `${title}. ${fix}`,
        action: {
          label: text('common.copyDetails'),
          run: () => void this.copy(describeError(body, this.reportContext())),
        },
      });
    }
  };

  /** Facts that belong to every copied error. */
  readonly reportContext = (): Record<string, string> => ({
    version: this.info.version,
    platform: this.info.platform,
    host: this.info.host,
  });

  #refresh(): void {
    if (!this.catalogue.isLoaded) void this.catalogue.refresh();
    void this.generations.refresh();
    void this.deliveries.refresh();
    void this.projects.refresh();
  }
}

/** Gives the page's state to every component below the app. */
export const [getApp, setApp] = createContext<AppState>();
