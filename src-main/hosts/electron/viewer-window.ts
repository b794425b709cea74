import type { AppWindow } from './electron-modules.ts';
import type { WindowState } from './window-state.ts';

/** Address of the viewer's window. It is the one top frame with an empty page, as every other window is denied. */
export const viewerAddress = 'about:blank';

/**
 * Lets the page open one empty window for its viewer, for example on a second display. The window has no bridge to main
 * and loads nothing; all other windows stay denied.
 */
export function allowViewerWindow(window: AppWindow, state: WindowState): void {
  window.webContents.setWindowOpenHandler(({ url, frameName }) => {
    if (url !== viewerAddress || frameName !== 'viewer') return { action: 'deny' };
    return {
      action: 'allow',
      overrideBrowserWindowOptions: {
        ...state.place({ width: 1280, height: 800 }),
        minWidth: 480,
        minHeight: 320,
        autoHideMenuBar: true,
        backgroundColor: '#000000',
        webPreferences: {
          sandbox: true,
          contextIsolation: true,
          nodeIntegration: false,
          webviewTag: false,
          spellcheck: false,
          backgroundThrottling: false,
        },
      },
    };
  });
  window.webContents.on('did-create-window', (viewer) => {
    state.follow(viewer);
    if (state.wasMaximized) viewer.maximize();
  });
}
