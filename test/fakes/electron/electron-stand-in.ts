import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import type {
  AppWindow,
  ElectronModules,
  GuardedContents,
  WindowOpenHandler,
} from '../../../src-main/hosts/electron/electron-modules.ts';
import { keepWindow } from '../../../src-main/hosts/electron/kept-window.ts';

type WindowOptions = Electron.BrowserWindowConstructorOptions;
type IpcListener = Parameters<Electron.IpcMain['handle']>[1];
type ProtocolHandler = Parameters<Electron.Protocol['handle']>[1];
type PermissionCheck = NonNullable<Parameters<Electron.Session['setPermissionCheckHandler']>[0]>;
type PermissionRequest = NonNullable<Parameters<Electron.Session['setPermissionRequestHandler']>[0]>;

/** Window that records its calls. */
export class StandInWindow extends EventEmitter {
  readonly options: WindowOptions;
  readonly sent: { channel: string; message: unknown }[] = [];
  readonly calls: string[] = [];
  url = '';
  loads = 0;
  readonly pageEvents = new EventEmitter();
  progress: unknown[] = [];
  isMinimizedNow = false;
  isDestroyedNow = false;
  readonly webContents: AppWindow['webContents'];
  windowOpenHandler: WindowOpenHandler | null = null;

  constructor(id: number, options: WindowOptions) {
    super();
    this.options = options;
    this.webContents = {
      id,
      isDestroyed: () => this.isDestroyedNow,
      send: (channel: string, message: unknown) => {
        this.sent.push({ channel, message });
      },
      on: (event: string, listener: (...words: never[]) => void) =>
        this.pageEvents.on(event, listener as (...words: unknown[]) => void),
      setWindowOpenHandler: (handler) => (this.windowOpenHandler = handler),
    };
  }

  setProgressBar(...words: unknown[]): void {
    this.progress = words;
  }
  loadURL(url: string): Promise<void> {
    this.url = url;
    this.loads += 1;
    return Promise.resolve();
  }
  show(): void {
    this.calls.push('show');
  }
  focus(): void {
    this.calls.push('focus');
  }
  restore(): void {
    this.calls.push('restore');
    this.isMinimizedNow = false;
  }
  isMaximized(): boolean {
    return this.calls.includes('maximize');
  }
  maximize(): void {
    this.calls.push('maximize');
  }
  getNormalBounds(): Electron.Rectangle {
    return { x: 10, y: 20, width: 900, height: 600 };
  }
  isMinimized(): boolean {
    return this.isMinimizedNow;
  }
  isDestroyed(): boolean {
    return this.isDestroyedNow;
  }
  destroy(): void {
    this.isDestroyedNow = true;
  }
}

/** Page whose navigation attempts a test can simulate. */
export class StandInContents extends EventEmitter implements GuardedContents {
  windowOpenHandler: WindowOpenHandler | null = null;
  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.windowOpenHandler = handler;
  }
  /** Returns whether the attempt was stopped. */
  attempt(name: string): boolean {
    let isStopped = false;
    this.emit(name, { preventDefault: () => (isStopped = true) });
    return isStopped;
  }
}

/**
 * In-memory version of the few Electron modules that the app uses. It must satisfy the types of the real modules. It
 * proves that the thin Electron code runs and decides correctly, not that Electron does.
 */
export class ElectronStandIn {
  readonly appEvents = new EventEmitter();
  readonly powerEvents = new EventEmitter();
  readonly windows: StandInWindow[] = [];
  readonly hiddenWindows: StandInWindow[] = [];
  readonly ipc = new Map<string, IpcListener>();
  readonly schemes: Electron.CustomScheme[] = [];
  readonly protocols = new Map<string, ProtocolHandler>();
  readonly calls: string[] = [];
  readonly relaunched: Electron.RelaunchOptions[] = [];
  readonly notifications: Electron.NotificationConstructorOptions[] = [];
  /** Menu and state of the tray item; null without one. */
  tray:
    (EventEmitter & { menu: readonly Electron.MenuItemConstructorOptions[]; isDestroyed: boolean }) | null =
    null;
  jumpList: Electron.JumpListCategory[] | null = null;
  /** Items that the user has removed from the jump list. */
  removedJumpItems: Electron.JumpListItem[] = [];
  dockMenu: readonly Electron.MenuItemConstructorOptions[] = [];
  quitAnswer = 0;
  /** Chromium's proxy answer for every address. */
  proxyAnswer = 'DIRECT';
  isReady = false;
  /** True after a quit has begun that no listener prevented. */
  isQuitting = false;
  /** Title and text of each box. */
  readonly errorBoxes: [string, string][] = [];
  readonly questions: Electron.MessageBoxOptions[] = [];
  /** Weak references, because showing a notification does not keep it alive in Electron either. */
  readonly shownNotifications: WeakRef<EventEmitter>[] = [];
  /** Switches of the command line, without their dashes. */
  readonly switches = new Set<string>();
  languages = ['en-GB'];
  hasLock = true;
  /** Value that macOS reports once the app is ready. */
  isOpenedAtLogin = false;
  userData = '/stand-in/userData';
  home = '/home/mira';
  /** False where the system has no folder for movies, such as one on an unplugged drive. */
  hasVideos = true;
  /** Menus of the app, without the tray's. */
  menus: readonly Electron.MenuItemConstructorOptions[] = [];
  /** Data sent with the request for the lock. */
  handedOver: unknown = null;
  /** Window of each dialog; null for a dialog without one. */
  readonly dialogParents: unknown[] = [];
  /** Options of each open dialog. */
  readonly openOptions: Electron.OpenDialogOptions[] = [];
  folderAnswer: Electron.OpenDialogReturnValue = { canceled: true, filePaths: [] };
  saveAnswer: Electron.SaveDialogReturnValue = { canceled: true, filePath: '' };
  menuTemplate: readonly Electron.MenuItemConstructorOptions[] = [];
  permissionCheck: PermissionCheck | null = null;
  permissionRequest: PermissionRequest | null = null;
  devicePermission: (() => boolean) | null = null;

  readonly #kept = keepWindow((options: WindowOptions) => {
    const window = new StandInWindow(this.windows.length + 1, options);
    this.windows.push(window);
    return window;
  });

  readonly modules: ElectronModules = {
    app: {
      requestSingleInstanceLock: (handedOver) => {
        this.handedOver = handedOver;
        return this.hasLock;
      },
      whenReady: () => {
        this.calls.push('whenReady');
        return Promise.resolve().then(() => {
          this.isReady = true;
        });
      },
      quit: () => {
        this.calls.push('quit');
        this.isQuitting = true;
        const hold = (): void => {
          this.isQuitting = false;
          this.calls.push('quit held');
        };
        this.appEvents.emit('before-quit', { preventDefault: hold });
      },
      isPackaged: false,
      relaunch: (options) => {
        this.calls.push(`relaunch ${options?.execPath ?? ''}`);
        if (options) this.relaunched.push(options);
      },
      commandLine: { hasSwitch: (name) => this.switches.has(name) },
      enableSandbox: () => {
        this.calls.push('enableSandbox');
      },
      getPath: (name) => {
        if (name === 'videos' && !this.hasVideos) throw new Error("Failed to get 'videos' path");
        if (name === 'home') return this.home;
        return name === 'userData' ? this.userData : `/stand-in/${name}`;
      },
      getVersion: () => '0.0.0',
      getPreferredSystemLanguages: () => this.languages,
      setBadgeCount: (count) => {
        this.calls.push(`badge ${String(count)}`);
        return true;
      },
      setAppUserModelId: (id) => {
        this.calls.push(`known as ${id}`);
      },
      setToastActivatorCLSID: (id) => {
        this.calls.push(`clicks come to ${id}`);
      },
      setJumpList: (categories) => {
        this.jumpList = categories;
        return 'ok';
      },
      getJumpListSettings: () => ({ minItems: 10, removedItems: this.removedJumpItems }),
      dock: {
        setMenu: () => {
          this.dockMenu = this.menuTemplate;
        },
      },
      setLoginItemSettings: (item) => {
        this.calls.push(`login ${JSON.stringify(item)}`);
      },
      getLoginItemSettings: () =>
        ({
          wasOpenedAtLogin: this.isOpenedAtLogin && this.calls.includes('whenReady'),
        }) as Electron.LoginItemSettings,
      on: (event: string, listener: (...args: never[]) => void) =>
        this.appEvents.on(event, listener as (...args: unknown[]) => void),
    },
    createWindow: (options) => this.#kept.createWindow(options),
    createHiddenWindow: (options) => {
      const window = new StandInWindow(0, options);
      this.hiddenWindows.push(window);
      return window;
    },
    dialog: {
      showOpenDialog: (...[parent, options]: unknown[]) => {
        this.dialogParents.push(options === undefined ? null : parent);
        this.openOptions.push((options ?? parent) as Electron.OpenDialogOptions);
        return Promise.resolve(this.folderAnswer);
      },
      showSaveDialog: (...[parent, options]: unknown[]) => {
        this.dialogParents.push(options === undefined ? null : parent);
        return Promise.resolve(this.saveAnswer);
      },
      // As on Linux, where a box before the app is ready only becomes an invisible line of output.
      showErrorBox: (...words) => {
        if (this.isReady) this.errorBoxes.push(words);
      },
      showMessageBox: (...words: unknown[]) => {
        this.questions.push(words.at(-1) as Electron.MessageBoxOptions);
        return Promise.resolve({ response: this.quitAnswer, checkboxChecked: false });
      },
    },
    hasTray: () => Promise.resolve(false),
    createTray: () => {
      const tray = Object.assign(new EventEmitter(), {
        menu: [] as readonly Electron.MenuItemConstructorOptions[],
        isDestroyed: false,
        setContextMenu: () => {
          tray.menu = this.menuTemplate;
        },
        setToolTip: (text: string) => this.calls.push(`tip ${text}`),
        destroy: () => (tray.isDestroyed = true),
      });
      this.tray = tray;
      return tray;
    },
    startDrag: (path) => {
      this.calls.push(`drag ${path}`);
    },
    currentWindow: () => this.#kept.currentWindow() as unknown as Electron.BaseWindow | null,
    ipcMain: { handle: (channel, listener) => void this.ipc.set(channel, listener) },
    menu: {
      buildFromTemplate: (template) => {
        const items = template as Electron.MenuItemConstructorOptions[];
        this.menuTemplate = items;
        const all = items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? item.submenu : [])]);
        const getMenuItemById = (id: string) => all.find((item) => item.id === id) ?? null;
        return { getMenuItemById } as unknown as Electron.Menu;
      },
      setApplicationMenu: () => {
        this.menus = this.menuTemplate;
      },
    },
    createNotification: (options) => {
      this.notifications.push(options);
      const shown = Object.assign(new EventEmitter(), { show: () => void this.calls.push('notify') });
      this.shownNotifications.push(new WeakRef(shown));
      return shown;
    },
    nativeTheme: { shouldUseDarkColors: true },
    powerMonitor: this.powerEvents,
    powerSaveBlocker: {
      start: (type) => {
        this.calls.push(`awake ${type}`);
        return 7;
      },
      stop: (id) => {
        this.calls.push(`asleep ${String(id)}`);
        return true;
      },
    },
    protocol: {
      registerSchemesAsPrivileged: (schemes) => void this.schemes.push(...schemes),
      handle: (scheme, handler) => void this.protocols.set(scheme, handler),
    },
    screen: {
      getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1600, height: 1000 } }] as Electron.Display[],
    },
    session: {
      defaultSession: {
        setPermissionCheckHandler: (handler) => void (this.permissionCheck = handler),
        setPermissionRequestHandler: (handler) => void (this.permissionRequest = handler),
        setDevicePermissionHandler: (handler) => void (this.devicePermission = handler as () => boolean),
        setSpellCheckerEnabled: () => undefined,
        flushStorageData: () => void this.calls.push('flush storage'),
        setSpellCheckerDictionaryDownloadURL: () => undefined,
        setProxy: ({ mode = 'system', pacScript = '' }) => {
          this.calls.push(`set proxy ${mode} ${pacScript}`.trim());
          return Promise.resolve();
        },
        resolveProxy: () => Promise.resolve(this.proxyAnswer),
      },
    },
    shell: {
      openPath: (path) => {
        this.calls.push(`open path ${path}`);
        return Promise.resolve('');
      },
      trashItem: (path) =>
        path.includes('untrashable')
          ? Promise.reject(new Error('The volume has no trash.'))
          : Promise.resolve(void this.calls.push(`trash ${path}`)),
      showItemInFolder: (path) => void this.calls.push(`reveal ${path}`),
      openExternal: (url) => Promise.resolve(void this.calls.push(`open ${url}`)),
    },
  };
}
