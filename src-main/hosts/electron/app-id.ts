/** Identifier under which systems know the app: of the bundle on macOS, AppUserModelID on Windows. */
export const appId = 'app.dailies.Dailies';

/** Class ID through which Windows passes clicks on notifications to the app; the installer's shortcut names it too. */
export const toastActivatorId = '{2E4C1B0A-7B1B-4C8E-9B0F-3E1D2A6C5F47}';
