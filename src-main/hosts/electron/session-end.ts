import type { AppWindow, ElectronModules, HiddenWindow } from './electron-modules.ts';

export interface SessionEndDeps {
  readonly electron: Pick<ElectronModules, 'createHiddenWindow'>;
  readonly platform: NodeJS.Platform;
  readonly onBug: (where: string, error: unknown) => void;
}

/**
 * Detects the end of the Windows session, which Windows reports only to windows. While the app has none, a hidden
 * window listens. It exists only then, as Electron counts it among the windows to close before the app ends by itself.
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

  /** Listens to the app's open window. */
  listenTo(window: AppWindow): void {
    this.#listen(window);
    if (this.#hidden?.isDestroyed() === false) this.#hidden.destroy();
    this.#hidden = null;
  }

  /** Listens through a hidden window while the app has none. */
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
    // Only a window with a page takes a moment to close. In that moment Electron does not end the app.
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
