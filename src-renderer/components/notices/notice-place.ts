import { createContext } from 'svelte';

/**
 * Keeps the notices in the topmost open dialog, because everything behind it can be neither pressed nor focused. They
 * are moved as they are, so that their focus, their open parts and their timers stay.
 */
export class NoticePlace {
  #home: Element | null = null;
  #notices: Element | null = null;
  #dialogs: readonly Element[] = [];

  /** @param home contains the notices while no dialog is open. */
  show(notices: Element, home: Element): void {
    this.#notices = notices;
    this.#home = home;
    this.#move();
  }

  /** Puts the notices at the end of an opened dialog. Returns the function to call before it is closed. */
  enter(dialog: Element): () => void {
    this.#dialogs = [...this.#dialogs, dialog];
    this.#move();
    return () => {
      this.#dialogs = this.#dialogs.filter((each) => each !== dialog);
      this.#move();
    };
  }

  #move(): void {
    const place = this.#dialogs.at(-1) ?? this.#home;
    if (!place || !this.#notices || this.#notices.parentElement === place) return;
    const isPlaced = place.isConnected && this.#notices.isConnected;
    // Only an element of the page can be moved without being removed first, and not every browser can do so.
    if (isPlaced && 'moveBefore' in place) place.moveBefore(this.#notices, null);
    else place.append(this.#notices);
  }
}

/** Set above all dialogs. */
export const [getNoticePlace, setNoticePlace] = createContext<NoticePlace>();
