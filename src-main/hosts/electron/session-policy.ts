import { isOfPage } from './app-protocol.ts';
import type { ElectronModules } from './electron-modules.ts';
import { viewerAddress } from './viewer-window.ts';

/** Permissions that the page has when the user acts. */
const allowed = new Set(['clipboard-sanitized-write', 'fullscreen']);

/**
 * Lets the page write the clipboard and fill the screen when the user asks for it, and lets the viewer's window fill
 * the screen. Denies every other permission, and all of them to anyone else.
 */
export function denyPermissions(session: ElectronModules['session']): void {
  const { defaultSession } = session;
  const isAllowed = (permission: string, address: string): boolean =>
    allowed.has(permission) && isOfPage(address);
  defaultSession.setPermissionRequestHandler((_contents, permission, answer, details) => {
    const isViewer = details.isMainFrame && details.requestingUrl === viewerAddress;
    answer((permission === 'fullscreen' && isViewer) || isAllowed(permission, details.requestingUrl));
  });
  defaultSession.setPermissionCheckHandler((_contents, permission, origin) => isAllowed(permission, origin));
  defaultSession.setDevicePermissionHandler(() => false);
  defaultSession.setSpellCheckerEnabled(false);
  // Electron fetches a dictionary even while the checker is off. This address keeps it off the network.
  defaultSession.setSpellCheckerDictionaryDownloadURL('file:///');
}

/** Stops all navigation of our pages: links, redirects, new windows and webviews. */
export function denyNavigation(app: ElectronModules['app']): void {
  app.on('web-contents-created', (_event, contents) => {
    for (const event of [
      'will-navigate',
      'will-redirect',
      'will-frame-navigate',
      'will-attach-webview',
    ] as const) {
      contents.on(event, (attempt) => {
        attempt.preventDefault();
      });
    }
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}
