import { createContext, flushSync } from 'svelte';
import type { EveryRepaint } from '../../components/player/playback.svelte.ts';

/** Opens a window of the page; returns null if the browser does not allow one. */
export type OpenViewerWindow = () => Window | null;

export interface ViewerWindowDeps {
  readonly open: OpenViewerWindow;
  readonly onRefused: () => void;
}

/** The separate window of the viewer, for example on a second display. It stays open when the project changes. */
export class ViewerWindow {
  readonly #deps: ViewerWindowDeps;
  /** Null while the viewer is in the page. */
  current = $state.raw<Window | null>(null);

  constructor(deps: ViewerWindowDeps) {
    this.#deps = deps;
  }

  /** Calls back on each repaint of the window that shows the viewer. */
  readonly everyRepaint: EveryRepaint = (run) => {
    const shown = this.current ?? window;
    let handle = shown.requestAnimationFrame(function repeat(timeMs) {
      handle = shown.requestAnimationFrame(repeat);
      run(timeMs);
    });
    return () => {
      shown.cancelAnimationFrame(handle);
    };
  };

  /** Opens the window, or closes it and returns the viewer to the page. */
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

  /** Synchronous, because a movie fails if its window closes while it is shown there. */
  #bringBack(): void {
    flushSync(() => {
      this.current = null;
    });
  }
}

export const [getViewerWindow, setViewerWindow] = createContext<ViewerWindow>();
