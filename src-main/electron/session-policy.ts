import type { ElectronModules } from './electron-modules.ts';

/** The page may write the clipboard when the user clicks; every other permission is denied. */
export function denyPermissions(session: ElectronModules['session']): void {
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((_contents, permission, answer) => {
    answer(permission === 'clipboard-sanitized-write');
  });
  defaultSession.setPermissionCheckHandler(
    (_contents, permission) => permission === 'clipboard-sanitized-write',
  );
  defaultSession.setDevicePermissionHandler(() => false);
  defaultSession.setSpellCheckerEnabled(false);
}

/** No page of ours ever goes anywhere: links, redirects, new windows and webviews are all stopped. */
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
