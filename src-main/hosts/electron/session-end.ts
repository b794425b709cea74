import type { AppWindow, ElectronModules, HiddenWindow } from './electron-modules.ts';

export interface SessionEndDeps {
  readonly electron: Pick<ElectronModules, 'createHiddenWindow'>;
  readonly platform: NodeJS.Platform;
  readonly onBug: (where: string, error: unknown) => void;
}

/**
 * Hears that Windows ends the session, which tells windows alone. While the app has none, one that is never shown listens;
 * only then, as it counts among those that are to be closed before the app ends by itself.
 */
export class SessionEnd {
  readonly #deps: SessionEndDeps;
  #hidden: HiddenWindow | null = null;
  #onEnd: () => void = () => undefined;

  constructor(deps: SessionEndDeps) {
    this.#deps = deps;
  }

  /** @param onEnd called at once; Windows waits for it, and for little more. */
  onEnd(onEnd: () => void): void {
    this.#onEnd = onEnd;
  }

  /** The app's window is open. */
  listenTo(window: AppWindow): void {
    this.#listen(window);
    if (this.#hidden?.isDestroyed() === false) this.#hidden.destroy();
    this.#hidden = null;
  }

  /** The app goes on without a window. */
  listenAlone(): void {
    const { electron, platform, onBug } = this.#deps;
    if (platform !== 'win32' || this.#hidden?.isDestroyed() === false) return;
    const webPreferences = {
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      spellcheck: false,
    };
    this.#hidden = electron.createHiddenWindow({ show: false, skipTaskbar: true, webPreferences });
    this.#listen(this.#hidden);
    // Only a window with a page takes a moment to close, in which Electron does not end the app.
    this.#hidden.loadURL('about:blank').catch((error: unknown) => {
      onBug('window', error);
    });
  }

  #listen(window: AppWindow | HiddenWindow): void {
    window.once('session-end', () => {
      this.#onEnd();
    });
  }
}
