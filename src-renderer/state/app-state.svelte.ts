import type { ErrorBody } from '../../src-shared/app-error.ts';
import type { AppInfo } from '../../src-shared/contract/app/app.ts';
import { commandEntry, type CommandName } from '../../src-shared/contract/app/command.ts';
import type { Dragged } from '../../src-shared/contract/app/drag.ts';
import type { Connection } from '../../src-shared/contract/connection.ts';
import type { EditorName } from '../../src-shared/contract/editor.ts';
import { describeError, presentError } from '../../src-shared/i18n/present-error.ts';
import { errorBodyOf } from '../errors/error-body-of.ts';
import { formatShortcut } from '../format/shortcut.ts';
import type { LinkState } from '../http-bridge.ts';
import { ActivityNews } from './activity/activity-news.svelte.ts';
import { Activity } from './activity/activity.svelte.ts';
import { Transfers } from './activity/transfers.svelte.ts';
import type { AppStateDeps } from './app-state-deps.ts';
import type { AppTools } from './app-tools.ts';
import { Chats } from './chats/chats.svelte.ts';
import { CutReaders } from './cuts/cut-reader.svelte.ts';
import { Cuts } from './cuts/cuts.svelte.ts';
import type { Deliveries } from './deliveries/deliveries.svelte.ts';
import { createDeliveryParts } from './deliveries/delivery-parts.ts';
import type { EditorOpenings } from './deliveries/editor-openings.ts';
import type { Editors } from './deliveries/editors.svelte.ts';
import { noteOwners } from './draft/draft-homes.ts';
import { Draft } from './draft/draft.svelte.ts';
import { Presets } from './draft/presets.svelte.ts';
import { FileGrants } from './files/file-grants.ts';
import { Intake } from './files/intake.svelte.ts';
import { Library } from './files/library.svelte.ts';
import { SavedFiles } from './files/saved-files.svelte.ts';
import { SentFiles } from './files/sent-files.svelte.ts';
import { Exports } from './jobs/exports.svelte.ts';
import { Generations } from './jobs/generations.svelte.ts';
import { createJobNotices, type JobNotices } from './jobs/job-notices.ts';
import { Remixes } from './jobs/remixes.svelte.ts';
import { openLinkedProject } from './projects/open-linked-project.ts';
import { Projects } from './projects/projects.svelte.ts';
import { readAgain } from './read-again.ts';
import { createReturnNotices } from './returns/return-notices.ts';
import { Returns } from './returns/returns.svelte.ts';
import { Catalogue } from './service/catalogue.svelte.ts';
import { Connections } from './service/connections.svelte.ts';
import { Keychain } from './settings/keychain.svelte.ts';
import { Network } from './settings/network.svelte.ts';
import { Preferences } from './settings/preferences.svelte.ts';
import { Settings } from './settings/settings.svelte.ts';
import { Updates } from './settings/updates.svelte.ts';
import { ToolForms } from './tools/tool-forms.svelte.ts';
import { ToolRuns } from './tools/tool-runs.svelte.ts';
import { Attention } from './window/attention.ts';
import { Commands } from './window/commands.svelte.ts';
import { Navigation } from './window/navigation.svelte.ts';
import { Openings } from './window/openings.ts';
import { Revisits } from './window/revisits.ts';
import { Toasts } from './window/toasts.svelte.ts';
import { ViewerWindow } from './window/viewer-window.svelte.ts';

/**
 * The state of the page: one object per domain, and the links between them. Components get the states they use by their
 * contexts, which `provideState` sets.
 */
export class AppState implements AppTools {
  readonly #deps: AppStateDeps;
  readonly info: AppInfo;
  readonly client: AppStateDeps['client'];
  readonly navigation: Navigation;
  readonly preferences: Preferences;
  readonly draft: Draft;
  readonly presets: Presets;
  readonly toolForms: ToolForms;
  readonly toolRuns: ToolRuns;
  readonly toasts: Toasts;
  readonly viewerWindow: ViewerWindow;
  readonly commands: Commands;
  readonly connections: Connections;
  readonly keychain: Keychain;
  readonly settings: Settings;
  readonly network: Network;
  readonly updates: Updates;
  readonly catalogue: Catalogue;
  readonly library: Library;
  readonly chats: Chats;
  readonly generations: Generations;
  readonly deliveries: Deliveries;
  readonly editors: Editors;
  /** Remixes of the shown project. */
  readonly remixes: Remixes;
  readonly exports: Exports;
  readonly savedFiles: SavedFiles;
  readonly sentFiles: SentFiles;
  readonly returns: Returns;
  readonly openings: EditorOpenings;
  readonly projects: Projects;
  readonly cuts: Cuts;
  readonly cutReaders: CutReaders;
  readonly transfers: Transfers;
  readonly activityNews: ActivityNews;
  readonly activity: Activity;
  readonly intake: Intake;
  readonly #fileGrants: FileGrants;
  readonly #openings: Openings;
  readonly #revisits = new Revisits();
  readonly onRevisit = this.#revisits.on;

  link = $state<LinkState>('open');
  readonly #mediaBaseUrl: string;

  constructor(deps: AppStateDeps) {
    const { client, messages, storage } = deps;
    this.#mediaBaseUrl = deps.bridge.absoluteUrl(deps.info.mediaBaseUrl);
    this.#deps = deps;
    this.info = deps.info;
    this.client = client;
    this.navigation = new Navigation({ address: deps.address });
    this.preferences = new Preferences({ storage });
    this.catalogue = new Catalogue({ client, preferences: this.preferences });
    this.draft = new Draft({ storage, offered: this.catalogue });
    this.presets = new Presets({ storage });
    this.toolForms = new ToolForms({ storage });
    this.toasts = new Toasts({ schedule: deps.schedule });
    this.viewerWindow = new ViewerWindow({
      open: deps.openViewerWindow,
      onRefused: () => {
        this.toasts.show({ text: messages.text('player.detachRefused') });
      },
    });
    this.commands = new Commands({ isMac: this.isMac });
    this.connections = new Connections({
      client,
      onActive: this.#showDrafts,
      onReady: this.#refresh,
      onSwitch: this.#startOver,
    });
    this.keychain = new Keychain({ client });
    this.settings = new Settings({ client });
    this.network = new Network({ client });
    this.updates = new Updates({ client });
    const telling = { navigation: this.navigation, toasts: this.toasts, messages, text: messages.text };
    const notices = createJobNotices({
      ...telling,
      isAwaited: (deliveryId) => this.returns.isAwaited(deliveryId),
      openProject: (...project) => void this.openProject(...project),
    });
    const activeConnectionId = (): string => this.connections.current.connectionId;
    this.generations = new Generations({ client, activeConnectionId, onChange: notices.onGeneration });
    const parts = this.#createDeliveryParts(activeConnectionId, notices);
    ({ editors: this.editors, openings: this.openings, deliveries: this.deliveries } = parts);
    const findsTranscripts = deps.info.host === 'electron';
    this.#fileGrants = new FileGrants({ bridge: deps.bridge, findsTranscripts });
    this.remixes = new Remixes({ client });
    this.exports = new Exports({ client });
    this.savedFiles = new SavedFiles({ client });
    this.sentFiles = new SentFiles({ client, fileGrants: this.#fileGrants });
    this.library = new Library({ client, activeConnectionId, ...telling });
    this.chats = new Chats({ client });
    this.returns = this.#createReturns();
    this.projects = new Projects({ client });
    this.cuts = new Cuts({ client, fileGrants: this.#fileGrants, mediaUrl: this.mediaUrl });
    this.cutReaders = new CutReaders({ client });
    this.transfers = new Transfers({ client });
    this.activityNews = new ActivityNews(telling);
    const onChange = this.activityNews.hear.bind(this.activityNews);
    this.activity = new Activity({ client, activeConnectionId, onChange });
    this.toolRuns = new ToolRuns({ client, activeConnectionId });
    this.#openings = this.#createOpenings();
    this.intake = this.#createIntake();
  }

  /** Subscribes to main and reads everything once. Returns the function that stops it. */
  start(): () => void {
    const stops = [
      this.navigation.start(),
      this.connections.start(),
      new Attention(this.#deps).start(),
      this.keychain.start(),
      this.settings.start(),
      this.network.start(),
      this.updates.start(),
      this.generations.start(),
      this.deliveries.start(),
      this.returns.start(),
      this.projects.start(),
      this.cuts.start(),
      this.transfers.start(),
      this.activity.start(),
      this.activity.jobs.start(),
      this.toolRuns.start(),
      this.#openings.start(),
      this.#deps.onStorageChange(() => {
        for (const kept of [this.draft, this.presets, this.preferences, this.toolForms]) kept.reread();
      }),
      this.#deps.onReturn(() => {
        void this.settings.refresh();
        void this.editors.lookAgain();
        this.#revisits.tell();
      }),
      this.#deps.bridge.onLinkChange((state) => {
        this.link = state;
        if (state !== 'open') return;
        readAgain(this);
        void this.#openings.take();
        this.#refresh();
      }),
    ];
    void this.catalogue.refresh();
    void this.#tellNotices();
    return () => {
      for (const stop of stops) stop();
    };
  }

  get isMac(): boolean {
    return this.info.platform === 'darwin';
  }

  /** Returns a command's first shortcut in display form, for buttons and tooltips. */
  readonly keysOf = (name: CommandName): string => {
    const [shortcut] = commandEntry(name).shortcuts;
    return shortcut ? formatShortcut(shortcut, this.isMac, this.#deps.messages.text('common.space')) : '';
  };

  /** Reports the states of the commands to main for the system's menus; a browser has none. */
  async reportCommands(): Promise<void> {
    if (!this.info.capabilities.desktop) return;
    const commands = [...this.commands.states];
    await this.attempt(() => this.client.call('command.report', { commands }));
  }

  /** Returns the editors that a project is sent to: the chosen ones, else all on this computer. */
  readonly chosenEditors = (projectId: string): readonly EditorName[] => {
    return this.preferences.editorsOf(projectId) ?? this.editors.names;
  };

  /** Returns the address of a picture or movie that main serves, valid in every window of the page. */
  readonly mediaUrl = (mediaPath: string): string => {
    return this.#mediaBaseUrl + mediaPath.split('/').map(encodeURIComponent).join('/');
  };

  /** Puts a text on the clipboard. On failure shows a notice and returns false. */
  readonly copy = async (text: string): Promise<boolean> => {
    try {
      await this.#deps.writeClipboard(text);
      return true;
    } catch {
      this.toasts.show({ kind: 'bad', text: () => this.#deps.messages.text('common.copyFailed') });
      return false;
    }
  };

  /** Runs an action; shows an error as a notice. */
  readonly attempt = async (action: () => Promise<unknown>): Promise<void> => {
    try {
      await action();
    } catch (error) {
      this.#tellError(errorBodyOf(error));
    }
  };

  /** Returns what starts dragging a file into another program; undefined where the host cannot. */
  readonly dragOf = (dragged: Dragged): (() => void) | undefined => {
    if (!this.info.capabilities.dragOut) return undefined;
    return () => void this.attempt(() => this.client.call('drag.start', { dragged }));
  };

  /** Shows a project of any connection, which becomes the active one. Shows a refusal as a notice. */
  readonly openProject = async (connectionId: string, projectId: string): Promise<void> => {
    const isActive = (): boolean => this.connections.current.connectionId === connectionId;
    if (!isActive()) await this.attempt(() => this.connections.activate(connectionId));
    if (isActive()) this.navigation.openProject(projectId);
  };

  /** Shows a return on its screen. */
  readonly showReturn = (returnId: string): void => {
    this.returns.showsDismissed = this.returns.get(returnId)?.state === 'dismissed';
    this.returns.open(returnId);
    this.returns.asked = true;
    this.navigation.go('returns');
  };

  /** Facts added to every copied error. */
  readonly reportContext = (): Record<string, string> => ({
    version: this.info.version,
    platform: this.info.platform,
    host: this.info.host,
  });

  readonly #showDrafts = (connectionId: string, known: readonly Connection[]): void => {
    noteOwners(this.#deps.storage, known);
    for (const kept of [this.draft, this.presets, this.toolForms, this.catalogue]) kept.use(connectionId);
  };

  /** Drops everything that was read from the previous service. */
  readonly #startOver = (): void => {
    this.catalogue.forget();
    this.library.forget();
    this.generations.forget();
    this.deliveries.forget();
    this.projects.forget();
    this.navigation.forgetProject();
    this.#refresh();
  };

  #tellError(body: ErrorBody): void {
    const { messages } = this.#deps;
    this.toasts.show({
      kind: 'bad',
      text: () => presentError(body, messages).short,
      action: {
        label: () => messages.text('common.copyDetails'),
        run: () => void this.copy(describeError(body, this.reportContext())),
      },
    });
  }

  /** Shows notices of events from before the page started. */
  async #tellNotices(): Promise<void> {
    const { client } = this.#deps;
    const { notices } = await client.call('app.notices', {}).catch(() => ({ notices: [] }));
    for (const notice of notices) this.#tellError(notice);
  }

  #createDeliveryParts(
    activeConnectionId: () => string,
    { onDelivery }: JobNotices,
  ): ReturnType<typeof createDeliveryParts> {
    const { client, messages } = this.#deps;
    const { toasts, copy, attempt, navigation } = this;
    return createDeliveryParts({
      client,
      activeConnectionId,
      toasts,
      messages,
      copy,
      attempt,
      onDelivery,
      showReturns: () => {
        navigation.go('returns');
      },
    });
  }

  #createIntake(): Intake {
    const { client, messages } = this.#deps;
    return new Intake({
      client,
      fileGrants: this.#fileGrants,
      draft: this.draft,
      transfers: this.transfers,
      toasts: this.toasts,
      messages,
      navigation: this.navigation,
      showReturn: this.showReturn,
    });
  }

  #createOpenings(): Openings {
    const { client, messages } = this.#deps;
    return new Openings({
      client,
      fileGrants: this.#fileGrants,
      showProject: (opening) => {
        const openProject = (...project: [string, string]) => void this.openProject(...project);
        openLinkedProject(opening, { toasts: this.toasts, text: messages.text, openProject });
      },
      showReturn: this.showReturn,
      showConnections: () => {
        this.navigation.go('connections');
      },
      takeFiles: (files) => this.intake.take(files, 'ask', this.draft.place),
      run: (name) => {
        this.commands.run(name, document.activeElement);
      },
      onRefused: (error) => {
        this.#tellError(error);
      },
    });
  }

  #createReturns(): Returns {
    const { client, messages } = this.#deps;
    return new Returns({
      client,
      onChange: createReturnNotices({
        navigation: this.navigation,
        toasts: this.toasts,
        messages,
        show: this.showReturn,
      }),
    });
  }

  readonly #refresh = (): void => {
    if (!this.catalogue.isLoaded || this.catalogue.error) void this.catalogue.refresh();
    void this.generations.refresh();
    void this.deliveries.refresh();
    void this.projects.refresh();
    this.#revisits.tell();
  };
}
