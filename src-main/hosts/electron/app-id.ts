/** Identifier under which systems know the app: of the bundle on macOS, AppUserModelID on Windows. */
export const appId = 'app.dailies.Dailies';
