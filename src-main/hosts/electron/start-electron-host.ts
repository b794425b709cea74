import { basename, join } from 'node:path';
import { z } from 'zod';
import type { AppError } from '../../../src-shared/app-error.ts';
import { channels } from '../../../src-shared/ipc/channels.ts';
import type { App } from '../../app/compose.ts';
import { sendToLibrary } from '../page/send-to-library.ts';
import { registerSchemes, serveApp } from './app-protocol.ts';
import { setApplicationMenu } from './application-menu.ts';
import { connectBridge } from './bridge-ipc.ts';
import type { AppWindow, ElectronModules } from './electron-modules.ts';
import { lockedOut } from './lock-owner.ts';
import { openMainWindow } from './main-window.ts';
import { Notifications } from './notifications.ts';
import { denyNavigation, denyPermissions } from './session-policy.ts';
import { WindowState } from './window-state.ts';

export interface ElectronHostDeps {
  readonly electron: ElectronModules;
  readonly platform: NodeJS.Platform;
  /** Absolute paths of files to send to the library, from the command line. */
  readonly uploadPaths: readonly string[];
  /** Composes the app once Electron is ready; called only in the instance that holds the lock. */
  readonly createApp: () => App;
  readonly rendererFolder: string;
  readonly preloadPath: string;
  readonly isDark: () => boolean;
  readonly onBug: (where: string, error: unknown) => void;
  /** Called with the reason when this instance ends without having begun. */
  readonly onLockedOut: (reason: AppError) => void;
}

/** What a second instance hands over: Electron may put the words of its command line in another order. */
const handedOverSchema = z.object({ uploadPaths: z.array(z.string()) });

/**
 * Runs the app in Electron: one instance, one window, everything denied that the page does not need.
 *
 * @returns false when another instance holds the lock; that one comes to the front with the files of this one's
 * command line, and this one ends.
 */
export async function startElectronHost(deps: ElectronHostDeps): Promise<boolean> {
  const { electron, uploadPaths } = deps;
  if (!electron.app.requestSingleInstanceLock({ uploadPaths })) {
    deps.onLockedOut(lockedOut(electron.app.getPath('userData')));
    electron.app.quit();
    return false;
  }
  // It would cancel the switch, and where the system has no sandbox every process of a page would die.
  if (!electron.app.commandLine.hasSwitch('no-sandbox')) electron.app.enableSandbox();
  registerSchemes(electron.protocol);
  denyNavigation(electron.app);
  await electron.app.whenReady();
  denyPermissions(electron.session);
  setApplicationMenu(electron.menu, deps.platform);
  const app = deps.createApp();
  serveApp({ protocol: electron.protocol, app, rendererFolder: deps.rendererFolder, onBug: deps.onBug });
  runWindow(deps, app);
  quitCleanly(deps, app);
  await app.start();
  return true;
}

function runWindow(deps: ElectronHostDeps, app: App): void {
  const { electron, onBug } = deps;
  let window: AppWindow | null = null;
  const windowState = new WindowState(join(electron.app.getPath('userData'), 'window.json'), electron.screen);
  const notifications = new Notifications(electron);
  const send = (paths: readonly string[]): void => {
    upload(app, notifications, paths).catch((error: unknown) => {
      onBug('upload', error);
    });
  };
  const show = (): void => {
    if (window && !window.isDestroyed()) {
      if (window.isMinimized()) window.restore();
      window.focus();
      return;
    }
    window = openMainWindow({
      createWindow: electron.createWindow,
      preloadPath: deps.preloadPath,
      windowState,
      isDark: deps.isDark(),
      onLoadFailed: (error) => {
        onBug('window', error);
      },
    });
  };
  connectBridge({ ipcMain: electron.ipcMain, app, currentWindow: () => window });
  app.subscribe((message) => {
    if (message.name === 'return.asked') show();
    if (window && !window.isDestroyed()) window.webContents.send(channels.event, message);
  });
  electron.app.on('second-instance', (_event, _words, _folder, handedOver) => {
    show();
    send(handedOverSchema.safeParse(handedOver).data?.uploadPaths ?? []);
  });
  electron.app.on('activate', show);
  electron.app.on('window-all-closed', () => {
    if (deps.platform !== 'darwin') electron.app.quit();
  });
  show();
  send(deps.uploadPaths);
}

/** Files the app does not take are reported in a notification: the page did not ask for them. */
async function upload(app: App, notifications: Notifications, paths: readonly string[]): Promise<void> {
  for (const { path, error } of await sendToLibrary(app, paths)) {
    if (error) notifications.show({ title: basename(path), body: error.message });
  }
}

/** Holds the quit until running work is journalled and the local service has ended. */
function quitCleanly({ electron, onBug }: ElectronHostDeps, app: App): void {
  let state: 'open' | 'closing' | 'closed' = 'open';
  electron.app.on('before-quit', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    if (state === 'closing') return;
    state = 'closing';
    app
      .dispose()
      .catch((error: unknown) => {
        onBug('quit', error);
      })
      .finally(() => {
        state = 'closed';
        electron.app.quit();
      });
  });
}
