import { flushSync } from 'svelte';

/** Opens a window of the page, or answers null where the browser does not allow one. */
export type OpenViewerWindow = () => Window | null;

export interface ViewerWindowDeps {
  readonly open: OpenViewerWindow;
  readonly onRefused: () => void;
}

/** The window of its own that shows the viewer, as on a second display. It stays open from project to project. */
export class ViewerWindow {
  readonly #deps: ViewerWindowDeps;
  /** Null while the viewer is in its place on the page. */
  current = $state.raw<Window | null>(null);

  constructor(deps: ViewerWindowDeps) {
    this.#deps = deps;
  }

  /** Opens the window, or closes it, which brings the viewer back. */
  toggle(): void {
    const shown = this.current;
    if (shown === null) this.#open();
    else {
      this.#bringBack();
      shown.close();
    }
  }

  #open(): void {
    const opened = this.#deps.open();
    if (opened === null) {
      this.#deps.onRefused();
      return;
    }
    opened.addEventListener('pagehide', () => {
      if (this.current === opened) this.#bringBack();
    });
    this.current = opened;
  }

  /** At once, as a movie fails whose window ends while it is shown there. */
  #bringBack(): void {
    flushSync(() => {
      this.current = null;
    });
  }
}
