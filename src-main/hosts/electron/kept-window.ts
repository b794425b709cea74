/**
 * Keeps the window the app made last, for dialogs, drags and progress. Electron's own list of windows also holds the
 * viewer's, which the page opens, and promises no order.
 */
export function keepWindow<Options, Window extends { isDestroyed(): boolean }>(
  create: (options: Options) => Window,
): { readonly createWindow: (options: Options) => Window; readonly currentWindow: () => Window | null } {
  let made: Window | null = null;
  return {
    createWindow: (options) => (made = create(options)),
    currentWindow: () => (made?.isDestroyed() ? null : made),
  };
}
