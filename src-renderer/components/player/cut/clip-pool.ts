import { ClipPlayer } from './clip-player.ts';

/** Largest number of clips that are loaded at once, unless one frame shows more. */
const maxPlayers = 6;

/** A use of a clip in the cut. */
export interface WantedClip {
  /** Names the use. */
  readonly key: string;
  readonly url: string;
}

/** Players for the clips of the present and the next scenes. */
export class ClipPool {
  /** By use. */
  #players: ReadonlyMap<string, ClipPlayer> = new Map();
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  playerOf(key: string): ClipPlayer | undefined {
    return this.#players.get(key);
  }

  /**
   * Gives each wanted clip a player: its own, an idle one with the same file, or a new one.
   * @param wanted in order of need. @param needed number of them that get one in any case.
   */
  assign(wanted: readonly WantedClip[], needed: number): void {
    const idle = new Map(this.#players);
    const next = new Map<string, ClipPlayer>();
    const take = (key: string): ClipPlayer | undefined => {
      const player = idle.get(key);
      idle.delete(key);
      return player;
    };
    const kept = wanted.slice(0, Math.max(needed, maxPlayers));
    for (const { key, url } of kept)
      if (this.#players.get(key)?.url === url)
        next.set(key, take(key) ?? new ClipPlayer(url, this.#onChange));
    for (const { key, url } of kept) {
      if (next.has(key)) continue;
      const same = [...idle].find(([, player]) => player.url === url);
      next.set(key, (same && take(same[0])) ?? new ClipPlayer(url, this.#onChange));
    }
    for (const [key, player] of idle) {
      if (next.size < maxPlayers && !next.has(key)) next.set(key, player);
      else player.dispose();
    }
    this.#players = next;
  }

  /** Loads failed clips again when they are wanted next. */
  forgetFailures(): void {
    const players = [...this.#players];
    for (const [, player] of players) if (player.isFailed) player.dispose();
    this.#players = new Map(players.filter(([, player]) => !player.isFailed));
  }

  dispose(): void {
    for (const player of this.#players.values()) player.dispose();
    this.#players = new Map();
  }
}
