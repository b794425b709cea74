import type { EveryRepaint } from '../../components/player/playback.svelte.ts';
import type { PlayerControls, PlayerLook } from '../../components/player/player-look.ts';
import { getPreferences } from '../settings/preferences.svelte.ts';
import { getCommands } from './commands.svelte.ts';
import { playerCommands, type PlayerCommandsDeps } from './player-commands.ts';
import { getViewerWindow } from './viewer-window.svelte.ts';

/** The viewer of a screen: how it is seen, where it is, and its commands. Create it while its component is created. */
export class ViewerControls implements PlayerControls {
  readonly #preferences = getPreferences();
  readonly #viewerWindow = getViewerWindow();
  readonly everyRepaint: EveryRepaint = this.#viewerWindow.everyRepaint;

  /** @param played returns what the commands act on; null while nothing can be played. */
  constructor(played: () => Pick<PlayerCommandsDeps, 'playback' | 'scenes' | 'player'> | null) {
    const commands = getCommands();
    const { onlook, toggleDetached } = this;
    $effect(() => {
      const shown = played();
      if (!shown) return undefined;
      const look = (): PlayerLook => this.look;
      const isDetached = (): boolean => this.view !== null;
      return commands.add(playerCommands({ ...shown, look, onlook, isDetached, toggleDetached }));
    });
  }

  get look(): PlayerLook {
    return this.#preferences.fields;
  }

  get view(): Window | null {
    return this.#viewerWindow.current;
  }

  readonly onlook = (change: Partial<PlayerLook>): void => {
    this.#preferences.change(change);
  };

  readonly toggleDetached = (): void => {
    this.#viewerWindow.toggle();
  };
}
