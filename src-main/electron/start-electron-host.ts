import { channels } from '../../src-shared/ipc/channels.ts';
import type { App } from '../compose.ts';
import { registerSchemes, serveApp } from './app-protocol.ts';
import { setApplicationMenu } from './application-menu.ts';
import { connectBridge } from './bridge-ipc.ts';
import type { AppWindow, ElectronModules } from './electron-modules.ts';
import { openMainWindow } from './main-window.ts';
import { denyNavigation, denyPermissions } from './session-policy.ts';

export interface ElectronHostDeps {
  readonly electron: ElectronModules;
  readonly platform: NodeJS.Platform;
  /** Composes the app once Electron is ready; called only in the instance that holds the lock. */
  readonly createApp: () => App;
  readonly rendererFolder: string;
  readonly preloadPath: string;
  readonly isDark: () => boolean;
  readonly onBug: (where: string, error: unknown) => void;
}

/**
 * Runs the app in Electron: one instance, one window, everything denied that the page does not need.
 *
 * @returns false when another instance holds the lock; that one comes to the front and this one ends.
 */
export async function startElectronHost(deps: ElectronHostDeps): Promise<boolean> {
  const { electron } = deps;
  if (!electron.app.requestSingleInstanceLock()) {
    electron.app.quit();
    return false;
  }
  electron.app.enableSandbox();
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
  const show = (): void => {
    if (window && !window.isDestroyed()) {
      if (window.isMinimized()) window.restore();
      window.focus();
      return;
    }
    window = openMainWindow({
      createWindow: electron.createWindow,
      preloadPath: deps.preloadPath,
      isDark: deps.isDark(),
      onLoadFailed: (error) => {
        onBug('window', error);
      },
    });
  };
  connectBridge({ ipcMain: electron.ipcMain, app, currentWindow: () => window });
  app.subscribe((message) => {
    if (window && !window.isDestroyed()) window.webContents.send(channels.event, message);
  });
  electron.app.on('second-instance', show);
  electron.app.on('activate', show);
  electron.app.on('window-all-closed', () => {
    if (deps.platform !== 'darwin') electron.app.quit();
  });
  show();
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
