import type { AppServices } from '../../../app/compose-services.ts';
import type { App } from '../../../app/compose.ts';
import type { Clock } from '../../../platform.ts';
import type { AppTray, ElectronModules } from '../electron-modules.ts';
import type { Notifications } from '../notifications.ts';
import {
  type DesktopActions,
  type RecentDelivery,
  type RecentThings,
  transferProgress,
  trayMenu,
} from './desktop-menu.ts';

export interface DesktopDeps {
  readonly electron: Pick<
    ElectronModules,
    'app' | 'hasTray' | 'createTray' | 'currentWindow' | 'dialog' | 'menu'
  >;
  readonly app: Pick<App, 'subscribe'> & {
    readonly services: Pick<
      AppServices,
      | 'transfers'
      | 'settings'
      | 'activity'
      | 'returns'
      | 'versionsOf'
      | 'messages'
      | 'recentProjects'
      | 'openings'
    >;
  };
  readonly platform: NodeJS.Platform;
  readonly clock: Pick<Clock, 'schedule'>;
  readonly notifications: Notifications;
  readonly show: () => void;
  readonly onBug: (where: string, error: unknown) => void;
}

const maxRecent = 5;
const lookAgainMs = 1_000;
/** Number of looks for the tray: at sign-in the panel that shows it starts at the same time as the app. */
const maxLooks = 15;
/** Events that can change the tray's menu; the settings hold the language. */
const transferEvents = new Set(['activity.changed', 'transfer.totalsChanged', 'settings.changed']);

/** The app's parts on the desktop beside its window: tray item, progress, badge, and work without a window. */
export class Desktop {
  readonly #deps: DesktopDeps;
  #tray: AppTray | null = null;
  #isStarted = false;
  #shownMenu = '';
  #recent: RecentThings = { deliveries: [], projects: [] };
  #question: Promise<boolean> | null = null;

  constructor(deps: DesktopDeps) {
    this.#deps = deps;
  }

  /**
   * Starts the desktop's parts once the app has started. Resolves when a place for the tray is found or given up.
   * @param isHidden the app has opened no window; shows one if the tray does not appear in time.
   */
  async start(isHidden: boolean): Promise<void> {
    const { electron, app, show } = this.#deps;
    this.#isStarted = true;
    app.subscribe(({ name }) => {
      this.#refresh(name);
    });
    app.services.recentProjects.onChange(() => {
      this.#refreshProjects();
    });
    this.#refreshProjects();
    for (const name of ['activity.changed', 'return.changed']) this.#refresh(name);
    const hasTray = await this.#lookForTray(isHidden ? maxLooks : 1);
    if (!hasTray && isHidden && this.#isStarted && electron.currentWindow() === null) show();
  }

  /** True if work goes on without a window. Notifies the user the first time. */
  async goesOnWithoutWindow(): Promise<boolean> {
    const { app, notifications, platform, show } = this.#deps;
    const { settings } = app.services;
    if (!this.#isStarted || !settings.desktop.keepsRunning) return false;
    if (platform !== 'darwin' && !(await this.#lookForTray(1))) return false;
    if (settings.noteClosed()) {
      const { text } = app.services.messages;
      const body = text(platform === 'darwin' ? 'background.dock' : 'background.tray');
      notifications.show({ title: text('background.title'), body }, show);
    }
    return true;
  }

  /**
   * Asks the user whether to quit while transfers run; true at once if none do. Calls during an open question share it.
   */
  async mayQuit(): Promise<boolean> {
    if (!this.#isStarted) return true;
    const { runningCount, isPaused } = this.#deps.app.services.transfers.totals();
    if (runningCount === 0 || isPaused) return true;
    this.#question ??= this.#ask(runningCount).finally(() => {
      this.#question = null;
    });
    return this.#question;
  }

  /** Removes the tray item. */
  dispose(): void {
    this.#isStarted = false;
    this.#tray?.destroy();
    this.#tray = null;
  }

  /** Makes the tray item if the desktop has a place for it. @returns true if the app has one. */
  async #lookForTray(looks: number): Promise<boolean> {
    const { clock, electron } = this.#deps;
    for (let look = 1; this.#isStarted && this.#tray === null; look += 1) {
      if (await electron.hasTray()) this.#makeTray();
      else if (look >= looks) break;
      else await new Promise<void>((resolve) => clock.schedule(lookAgainMs, resolve));
    }
    return this.#tray !== null;
  }

  #makeTray(): void {
    const { electron, platform, show } = this.#deps;
    if (!this.#isStarted || this.#tray !== null) return;
    this.#tray = electron.createTray();
    // On macOS a click opens the menu.
    if (platform !== 'darwin') this.#tray.on('click', show);
    this.#attempt(() => {
      this.#refreshTransfers();
    });
  }

  async #ask(count: number): Promise<boolean> {
    const { dialog, currentWindow } = this.#deps.electron;
    const { text } = this.#deps.app.services.messages;
    const options = {
      type: 'question' as const,
      message: text('quit.title', { count }),
      detail: text('quit.detail'),
      buttons: [text('quit.quit'), text('quit.keep')],
      defaultId: 1,
      cancelId: 1,
    };
    const parent = currentWindow();
    const { response } = await (parent
      ? dialog.showMessageBox(parent, options)
      : dialog.showMessageBox(options));
    return response === 0;
  }

  /** @param name of an event of the app. */
  #refresh(name: string): void {
    this.#attempt(() => {
      if (name === 'return.changed') this.#refreshBadge();
      if (name === 'activity.changed') this.#recent = { ...this.#recent, deliveries: this.#findRecent() };
      if (transferEvents.has(name)) this.#refreshTransfers();
    });
  }

  #refreshProjects(): void {
    this.#attempt(() => {
      this.#recent = { ...this.#recent, projects: this.#deps.app.services.recentProjects.list() };
      this.#refreshTransfers();
    });
  }

  #attempt(refresh: () => void): void {
    if (!this.#isStarted) return;
    try {
      refresh();
    } catch (error) {
      this.#deps.onBug('desktop', error);
    }
  }

  /** Shows how many returns wait for a decision. */
  #refreshBadge(): void {
    const { electron, app } = this.#deps;
    const question = { projectId: null, withDismissed: false, offset: 0, limit: 1 };
    electron.app.setBadgeCount(app.services.returns.list(question).openCount);
  }

  #refreshTransfers(): void {
    const { electron, app } = this.#deps;
    const totals = app.services.transfers.totals();
    const mode = totals.isPaused ? 'paused' : 'normal';
    electron.currentWindow()?.setProgressBar(transferProgress(totals) ?? -1, { mode });
    this.#refreshTray(totals);
  }

  /**
   * Sets the menu again if it changed. Linux shows changes only then, and setting an equal menu would close an open
   * one.
   */
  #refreshTray(totals: Parameters<typeof trayMenu>[0]): void {
    const { menu } = this.#deps.electron;
    if (!this.#tray) return;
    const template = trayMenu(totals, this.#recent, this.#actions(), this.#deps.app.services.messages.text);
    const words = JSON.stringify([template, this.#recent]);
    if (words === this.#shownMenu) return;
    this.#shownMenu = words;
    this.#tray.setContextMenu(menu.buildFromTemplate(template));
    this.#tray.setToolTip(`Dailies: ${template[0]?.label ?? ''}`);
  }

  #findRecent(): RecentDelivery[] {
    const filter = { what: 'jobs', status: 'done', connectionId: null, search: '' } as const;
    const { items } = this.#deps.app.services.activity.list(filter, 0, 20);
    return items
      .flatMap(({ kind, record }) =>
        kind === 'delivery'
          ? [{ deliveryId: record.deliveryId, title: record.folderName ?? record.projectTitle }]
          : [],
      )
      .slice(0, maxRecent);
  }

  #actions(): DesktopActions {
    const { electron, app, show } = this.#deps;
    const { transfers, versionsOf, openings } = app.services;
    return {
      pause: () => void openings.attempt(() => transfers.pauseAll()),
      resume: () => void openings.attempt(() => transfers.resumeAll()),
      openProject: ({ projectId, connectionId }) => {
        openings.add({ kind: 'project', projectId, connectionId, elsewhere: null });
      },
      reveal: (deliveryId) => {
        void openings.attempt(() => versionsOf(deliveryId).reveal(deliveryId));
      },
      show,
      quit: () => {
        electron.app.quit();
      },
    };
  }
}
