import type { Clock } from '../../platform.ts';
import { appOrigin } from './app-protocol.ts';
import type { AppWindow, ElectronModules } from './electron-modules.ts';
import { allowViewerWindow } from './viewer-window.ts';
import type { WindowState } from './window-state.ts';

/**
 * Limit of reloads: a page whose process ends more often, each time soon after loading, stays blank, as it would end
 * again.
 */
const maxReloads = 3;
const soonMs = 60_000;

/**
 * Opens the app's window. Shows it once the page is painted, so nothing flashes. Reloads a page whose process ended:
 * main holds everything that the page shows.
 */
export function openMainWindow(deps: {
  createWindow: ElectronModules['createWindow'];
  preloadPath: string;
  windowState: WindowState;
  viewerState: WindowState;
  isDark: boolean;
  clock: Pick<Clock, 'monotonicMs'>;
  /** Called once, when the page is painted for the first time. */
  onPainted: () => void;
  /** Called with the reason when the page could not be loaded or went away. */
  onLoadFailed: (error: unknown) => void;
}): AppWindow {
  const window = deps.createWindow({
    title: 'Dailies',
    ...deps.windowState.place({ width: 1280, height: 800 }),
    minWidth: 720,
    minHeight: 520,
    show: false,
    backgroundColor: deps.isDark ? '#161616' : '#f4f4f4',
    webPreferences: {
      preload: deps.preloadPath,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      backgroundThrottling: false,
    },
  });
  deps.windowState.follow(window);
  allowViewerWindow(window, deps.viewerState);
  window.once('ready-to-show', () => {
    if (deps.windowState.wasMaximized) window.maximize();
    window.show();
    deps.onPainted();
  });
  let loadedMs = 0;
  let soonEnds = 0;
  const load = (): void => {
    loadedMs = deps.clock.monotonicMs();
    window.loadURL(`${appOrigin}/`).catch(deps.onLoadFailed);
  };
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    deps.onLoadFailed(new Error(`The process of the page ended: ${reason}`));
    soonEnds = deps.clock.monotonicMs() - loadedMs < soonMs ? soonEnds + 1 : 0;
    if (!window.isDestroyed() && soonEnds <= maxReloads) load();
  });
  load();
  return window;
}
