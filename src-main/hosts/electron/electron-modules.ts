import type * as Electron from 'electron';

/**
 * The parts of Electron that the app uses, and nothing else. `src-main/index.ts` passes the real ones; tests pass a
 * stand-in of the same types.
 */
export interface ElectronModules {
  readonly app: Pick<
    Electron.App,
    | 'requestSingleInstanceLock'
    | 'whenReady'
    | 'quit'
    | 'relaunch'
    | 'isPackaged'
    | 'enableSandbox'
    | 'getPath'
    | 'getVersion'
    | 'getPreferredSystemLanguages'
    | 'setBadgeCount'
    | 'setLoginItemSettings'
    | 'getLoginItemSettings'
  > & {
    /** Only on macOS. */
    readonly dock?: Pick<Electron.Dock, 'setMenu'> | undefined;
    /** Only on Windows. */
    readonly setAppUserModelId: Electron.App['setAppUserModelId'];
    /** Only in newer Electrons. */
    readonly setToastActivatorCLSID?: Electron.App['setToastActivatorCLSID'] | undefined;
    readonly setJumpList: Electron.App['setJumpList'];
    readonly getJumpListSettings: Electron.App['getJumpListSettings'];
    readonly commandLine: Pick<Electron.CommandLine, 'hasSwitch'>;
    on(event: 'window-all-closed' | 'activate', listener: () => void): unknown;
    /** Only on macOS, which opens files and links by these events instead of words; also before the app is ready. */
    on(
      event: 'open-file' | 'open-url',
      listener: (event: Pick<Electron.Event, 'preventDefault'>, asked: string) => void,
    ): unknown;
    /** `handedOver` is the data that the other instance passed to `requestSingleInstanceLock`. */
    on(
      event: 'second-instance',
      listener: (event: unknown, words: string[], folder: string, handedOver: unknown) => void,
    ): unknown;
    on(
      event: 'before-quit' | 'will-quit',
      listener: (event: Pick<Electron.Event, 'preventDefault'>) => void,
    ): unknown;
    on(event: 'web-contents-created', listener: (event: unknown, contents: GuardedContents) => void): unknown;
  };
  readonly createWindow: (options: Electron.BrowserWindowConstructorOptions) => AppWindow;
  readonly createHiddenWindow: (options: Electron.BrowserWindowConstructorOptions) => HiddenWindow;
  readonly dialog: Pick<
    Electron.Dialog,
    'showOpenDialog' | 'showSaveDialog' | 'showMessageBox' | 'showErrorBox'
  >;
  /** The app's window, which dialogs need, and never the viewer's; null while none is open. */
  readonly currentWindow: () => Electron.BaseWindow | null;
  /** True if the desktop has a place for a tray item now. */
  readonly hasTray: () => Promise<boolean>;
  readonly createTray: () => AppTray;
  /** Drags a file out of that window. */
  readonly startDrag: (path: string) => void;
  readonly ipcMain: Pick<Electron.IpcMain, 'handle'>;
  readonly menu: Pick<typeof Electron.Menu, 'buildFromTemplate' | 'setApplicationMenu'>;
  readonly createNotification: (options: Electron.NotificationConstructorOptions) => ShownNotification;
  readonly nativeTheme: Pick<Electron.NativeTheme, 'shouldUseDarkColors'>;
  readonly powerMonitor: {
    on(event: 'resume' | 'shutdown', listener: () => void): unknown;
    off(event: 'resume', listener: () => void): unknown;
  };
  readonly powerSaveBlocker: Pick<Electron.PowerSaveBlocker, 'start' | 'stop'>;
  readonly protocol: Pick<Electron.Protocol, 'registerSchemesAsPrivileged' | 'handle'>;
  readonly screen: Pick<Electron.Screen, 'getAllDisplays'>;
  readonly session: {
    readonly defaultSession: Pick<
      Electron.Session,
      | 'setPermissionRequestHandler'
      | 'setPermissionCheckHandler'
      | 'setDevicePermissionHandler'
      | 'setSpellCheckerEnabled'
      | 'setSpellCheckerDictionaryDownloadURL'
      | 'setProxy'
      | 'resolveProxy'
      | 'flushStorageData'
    >;
  };
  readonly shell: Pick<Electron.Shell, 'showItemInFolder' | 'openExternal' | 'openPath' | 'trashItem'>;
}

/** The app's tray or menu-bar item. */
export interface AppTray {
  setContextMenu(menu: Electron.Menu): void;
  setToolTip(text: string): void;
  on(event: 'click', listener: () => void): unknown;
  destroy(): void;
}

export interface ShownNotification {
  show(): void;
  on(event: 'action', listener: (event: unknown, index: number) => void): unknown;
  on(event: 'close', listener: (details: Electron.NotificationCloseEventParams) => void): unknown;
  on(event: 'action' | 'click' | 'failed', listener: () => void): unknown;
}

/** Allows or denies a window that a page opens. */
export type WindowOpenHandler = (
  asked: Pick<Electron.HandlerDetails, 'url' | 'frameName'>,
) => Electron.WindowOpenHandlerResponse;

/** A page whose navigation is denied. */
export interface GuardedContents {
  on(
    event: 'will-navigate' | 'will-redirect' | 'will-frame-navigate' | 'will-attach-webview',
    listener: (event: Pick<Electron.Event, 'preventDefault'>) => void,
  ): unknown;
  setWindowOpenHandler(handler: WindowOpenHandler): void;
}

/** A window whose place the app stores. */
export interface FollowedWindow {
  isMaximized(): boolean;
  maximize(): void;
  /** Bounds without maximizing or full screen. */
  getNormalBounds(): Electron.Rectangle;
  on(event: 'move' | 'resize' | 'maximize' | 'unmaximize' | 'closed', listener: () => void): unknown;
}

/** A hidden window that never becomes the `currentWindow`. */
export interface HiddenWindow {
  loadURL(url: string): Promise<void>;
  isDestroyed(): boolean;
  once(event: 'session-end', listener: () => void): unknown;
  destroy(): void;
}

/** The app's window with its page. */
export interface AppWindow extends FollowedWindow {
  readonly webContents: Pick<Electron.WebContents, 'id' | 'send' | 'isDestroyed'> & {
    on(
      event: 'render-process-gone',
      listener: (event: unknown, details: { readonly reason: string }) => void,
    ): unknown;
    on(event: 'did-create-window', listener: (window: FollowedWindow) => void): unknown;
    setWindowOpenHandler(handler: WindowOpenHandler): void;
  };
  loadURL(url: string): Promise<void>;
  show(): void;
  focus(): void;
  restore(): void;
  isMinimized(): boolean;
  isDestroyed(): boolean;
  /** Electron emits `session-end` on Windows only, see `SessionEnd`. */
  once(event: 'ready-to-show' | 'session-end', listener: () => void): unknown;
}
