import { basename, join } from 'node:path';
import { toErrorBody } from '../../../src-shared/app-error.ts';
import { presentError } from '../../../src-shared/i18n/present-error.ts';
import { channels } from '../../../src-shared/ipc/channels.ts';
import type { App } from '../../app/compose.ts';
import { isHeld, killIfHeld, type OwnProcess, watchThreads } from '../../foundation/held-process.ts';
import { settleWithin } from '../../foundation/settle-within.ts';
import type { Clock } from '../../platform.ts';
import { sendToLibrary } from '../page/send-to-library.ts';
import { type StartWords, takeOver } from '../page/start-words.ts';
import { appId, toastActivatorId } from './app-id.ts';
import { registerSchemes, serveApp } from './app-protocol.ts';
import { connectBridge } from './bridge-ipc.ts';
import { Desktop } from './desktop/desktop.ts';
import { isStartedAtLogin } from './desktop/login-item.ts';
import type { AppWindow, ElectronModules } from './electron-modules.ts';
import { HelpActions, type HelpContent } from './help-actions.ts';
import { keepWords, takeKeptWords } from './kept-words.ts';
import { openMainWindow } from './main-window.ts';
import { MenuBar } from './menu-bar.ts';
import { Notifications } from './notifications.ts';
import { SessionEnd } from './session-end.ts';
import { denyNavigation, denyPermissions } from './session-policy.ts';
import { WindowState } from './window-state.ts';

const noWords: StartWords = { uploadPaths: [], openPaths: [], links: [] };
/** An unresponsive drive must not keep the app from quitting. */
const longestEndMs = 30_000;

/** The parts of Node's process that the host uses. */
interface HostProcess extends OwnProcess {
  on(event: 'worker', listener: Parameters<OwnProcess['on']>[1]): unknown;
  readonly platform: NodeJS.Platform;
  readonly argv: readonly string[];
  chdir(folder: string): void;
  on(signal: 'SIGTERM' | 'SIGHUP' | 'SIGINT', listener: () => void): unknown;
}

export interface ElectronHostDeps {
  readonly electron: ElectronModules;
  readonly process: HostProcess;
  /** Composes the app once Electron is ready. */
  readonly createApp: () => App;
  /** The built page: its folder and its preload script. */
  readonly page: { readonly folder: string; readonly preloadPath: string };
  readonly help: HelpContent;
  /** Command that starts the app: the program and the words before its own. */
  readonly command: readonly [string, ...string[]];
  readonly clock: Clock;
  readonly onBug: (where: string, error: unknown) => void;
}

/**
 * Runs the app in Electron with one window. Denies everything that the page does not need. Call it only in the instance
 * that holds the lock, see `asOnlyInstance`.
 */
export async function startElectronHost(deps: ElectronHostDeps, startWords: StartWords): Promise<void> {
  const { electron, onBug } = deps;
  const { platform, argv } = deps.process;
  const hasThread = watchThreads(deps.process);
  leaveStartFolder(deps);
  // `enableSandbox` would cancel the switch, and where the system has no sandbox every page process would die.
  if (!electron.app.commandLine.hasSwitch('no-sandbox')) electron.app.enableSandbox();
  if (platform === 'win32') {
    // Otherwise the class ID changes at each start, and clicks on earlier notifications go nowhere.
    electron.app.setToastActivatorCLSID?.(toastActivatorId);
    electron.app.setAppUserModelId(appId);
  }
  registerSchemes(electron.protocol);
  denyNavigation(electron.app);
  const asked = Promise.withResolvers<WindowRun['ask']>();
  listenForOpenings(electron.app, (words) => {
    void asked.promise.then((ask) => {
      ask(words);
    });
  });
  await electron.app.whenReady();
  denyPermissions(electron.session);
  const app = deps.createApp();
  await app.services.useLanguage('system');
  serveApp({ protocol: electron.protocol, app, rendererFolder: deps.page.folder, onBug });
  const notifications = new Notifications(electron);
  // Then the app opens no window, as long as the tray can open one.
  const isHidden = isStartedAtLogin({ platform, app: electron.app }, argv);
  const runDeps = { ...deps, hasThread, sessionEnd: new SessionEnd({ electron, platform, onBug }) };
  const windowRun = runWindow(runDeps, app, notifications, isHidden);
  for (const words of [startWords, ...keptWords(deps)]) windowRun.follow(words);
  const { show, ask, painted } = windowRun;
  asked.resolve(ask);
  const shown = { ...deps, platform, app, notifications };
  const { messages, openings } = app.services;
  const help = new HelpActions({ ...shown, content: deps.help, messages, openings });
  const menuBar = new MenuBar({ ...shown, help });
  menuBar.show();
  const desktop = new Desktop({ ...shown, show });
  quitCleanly(runDeps, app, desktop, windowRun);
  electron.app.on('window-all-closed', () => {
    app.services.commandStates.report([]);
    app.services.agentQuestions.pageClosed();
    quitUnlessWanted(runDeps, desktop);
  });
  await app.start();
  menuBar.start();
  keepVersion(deps, app, painted);
  await desktop.start(isHidden);
}

/**
 * Enters the app's data folder before other processes inherit the current directory: Windows neither renames that
 * directory, such as the folder of an installation, nor ejects its drive. Relative words have been resolved by now.
 */
function leaveStartFolder({ electron, process, onBug }: ElectronHostDeps): void {
  try {
    process.chdir(electron.app.getPath('userData'));
  } catch (error) {
    onBug('start', error);
  }
}

interface RunDeps extends ElectronHostDeps {
  readonly sessionEnd: SessionEnd;
  readonly hasThread: () => boolean;
}

/** Returns the requests that the previous run stored. Unreadable or old ones must not hold up the start. */
function keptWords({ electron, clock, onBug }: ElectronHostDeps): StartWords[] {
  try {
    return takeKeptWords(electron.app.getPath('userData'), clock.now());
  } catch (error) {
    onBug('open', error);
    return [];
  }
}

/** Quits after the window closed, unless the app goes on without it or a window is open again. */
function quitUnlessWanted({ electron, onBug, sessionEnd }: RunDeps, desktop: Desktop): void {
  desktop
    .goesOnWithoutWindow()
    .then((goesOn) => {
      if (electron.currentWindow() !== null) return;
      if (goesOn) sessionEnd.listenAlone();
      else electron.app.quit();
    })
    .catch((error: unknown) => {
      onBug('desktop', error);
      electron.app.quit();
    });
}

/**
 * Confirms this app version once its window is painted, so that it is not rolled back. A start without a window
 * confirms later.
 */
function keepVersion({ onBug }: ElectronHostDeps, { services }: App, painted: Promise<void>): void {
  painted
    .then(() => services.updates?.confirm())
    .catch((error: unknown) => {
      onBug('updates', error);
    });
}

/**
 * Passes on openings that arrive as events, also before anything can take them. On macOS all of them do; elsewhere only
 * those of other starts.
 */
function listenForOpenings(app: ElectronModules['app'], ask: WindowRun['ask']): void {
  app.on('open-file', (event, path) => {
    event.preventDefault();
    ask({ ...noWords, openPaths: [path] });
  });
  app.on('open-url', (event, link) => {
    event.preventDefault();
    ask({ ...noWords, links: [link] });
  });
  // Electron emits pending events once, right after the app is ready.
  app.on('second-instance', (_event, _words, _folder, handedOver) => {
    ask(takeOver(handedOver) ?? noWords);
  });
}

/** Shows the window and follows the words of a command line. */
interface WindowRun {
  readonly show: () => void;
  readonly follow: (words: StartWords) => void;
  /** Comes to the front and follows the words; `show` passes none. */
  readonly ask: (words: StartWords) => void;
  /** Shows no window from now on, as the app behind it has ended. Passes later requests to `take`. */
  readonly close: (take: (words: StartWords) => void) => void;
  /** Resolves when the first window is painted. */
  readonly painted: Promise<void>;
}

function runWindow(deps: RunDeps, app: App, notifications: Notifications, isHidden: boolean): WindowRun {
  const { electron, onBug, sessionEnd } = deps;
  let window: AppWindow | null = null;
  const stateIn = (name: string) =>
    new WindowState(join(electron.app.getPath('userData'), name), electron.screen);
  const states = { windowState: stateIn('window.json'), viewerState: stateIn('viewer.json') };
  const painted = Promise.withResolvers<undefined>();
  let closing: ((words: StartWords) => void) | null = null;
  const follow = followerOf(deps, app, notifications);
  const openOrFocus = (): void => {
    if (window && !window.isDestroyed()) {
      if (window.isMinimized()) window.restore();
      window.focus();
      return;
    }
    window = openMainWindow({
      createWindow: electron.createWindow,
      preloadPath: deps.page.preloadPath,
      ...states,
      isDark: electron.nativeTheme.shouldUseDarkColors,
      clock: deps.clock,
      onPainted: () => {
        painted.resolve(undefined);
      },
      onLoadFailed: (error) => {
        onBug('window', error);
      },
    });
    sessionEnd.listenTo(window);
  };
  const ask = (words: StartWords): void => {
    if (closing) {
      closing(words);
      return;
    }
    openOrFocus();
    follow(words);
  };
  const show = ask.bind(null, noWords);
  connectBridge({ ipcMain: electron.ipcMain, app, currentWindow: () => window });
  app.subscribe((message) => {
    if (message.name === 'opening.waits') show();
    if (window && !window.isDestroyed()) window.webContents.send(channels.event, message);
  });
  electron.app.on('activate', show);
  if (isHidden) sessionEnd.listenAlone();
  else openOrFocus();
  const close: WindowRun['close'] = (take) => {
    closing = take;
  };
  return { show, follow, ask, close, painted: painted.promise };
}

function followerOf(
  { onBug }: ElectronHostDeps,
  app: App,
  notifications: Notifications,
): WindowRun['follow'] {
  return (words) => {
    Promise.all([upload(app, notifications, words.uploadPaths), app.open(words)]).catch((error: unknown) => {
      onBug('open', error);
    });
  };
}

/** Sends files to the library. Reports refused files in a notification, as the page did not request them. */
async function upload(app: App, notifications: Notifications, paths: readonly string[]): Promise<void> {
  for (const { path, error } of await sendToLibrary(app, paths)) {
    if (error) {
      const { short } = presentError(toErrorBody(error), app.services.messages);
      notifications.show({ title: basename(path), body: short });
    }
  }
}

/**
 * Returns a function that starts the app again after its end, for requests that arrived meanwhile. It only stores the
 * requests if an update restarts the app or runs an installer: a started app would stop the installer, which looks for
 * the requests itself.
 */
function restartOf(
  { electron, command, onBug }: ElectronHostDeps,
  updates: App['services']['updates'],
): (words: readonly StartWords[]) => void {
  let isStarting = false;
  return (words) => {
    if (words.length === 0) return;
    try {
      keepWords(electron.app.getPath('userData'), words);
    } catch (error) {
      onBug('quit', error);
    }
    if (isStarting || updates?.atEnd.isContinued === true) return;
    isStarting = true;
    const [execPath, ...args] = command;
    electron.app.relaunch({ execPath, args });
  };
}

/** Holds the quit until running work is journalled and the local service has ended. */
function quitCleanly(deps: RunDeps, app: App, desktop: Desktop, run: WindowRun): void {
  const { electron, onBug, sessionEnd } = deps;
  let state: 'open' | 'closing' | 'closed' = 'open';
  let isSessionEnd = false;
  const words: StartWords[] = [];
  const { updates } = app.services;
  const startAgain = restartOf(deps, updates);
  const close = (): void => {
    if (state !== 'open') return;
    state = 'closing';
    run.close((asked) => {
      words.push(asked);
      updates?.atEnd.comeBack();
      // The windows have yet to close, so requests can still arrive.
      if (state === 'closed') startAgain(words);
    });
    desktop.dispose();
    settleWithin(longestEndMs, app.dispose())
      .catch((error: unknown) => {
        onBug('quit', error);
      })
      .finally(() => {
        state = 'closed';
        startAgain(words);
        electron.app.quit();
      });
  };
  electron.app.on('before-quit', (event) => {
    if (state === 'closed' || isSessionEnd) return;
    event.preventDefault();
    if (state === 'closing') return;
    desktop
      .mayQuit()
      .then((may) => {
        if (may) close();
        else updates?.atEnd.stay();
      })
      .catch((error: unknown) => {
        onBug('quit', error);
        close();
      });
  });
  electron.app.on('will-quit', (event) => {
    if (state === 'closing') event.preventDefault();
    if (state === 'closed') holdIfHeld(deps, event);
  });
  sessionEnd.onEnd(() => {
    isSessionEnd = true;
    updates?.atEnd.endsWithSession();
    close();
    // Electron ends the process at once unless a quit has begun. The quit closes the windows, and `will-quit` holds the
    // rest.
    electron.app.quit();
  });
  electron.powerMonitor.on('shutdown', close);
  // The system asks the app to end, so the app does not ask the user.
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) deps.process.on(signal, close);
}

/** Holds the end of a process that cannot end by itself, and kills it once its pages' storage is on the disk. */
function holdIfHeld(deps: RunDeps, event: { preventDefault(): void }): void {
  const { electron, clock, hasThread } = deps;
  const held = { own: deps.process, hasThread, timer: clock };
  if (!isHeld(held)) return;
  event.preventDefault();
  electron.session.defaultSession.flushStorageData();
  void killIfHeld(held).then(() => {
    electron.app.quit();
  });
}
