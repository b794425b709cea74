import type { Playback } from '../playback.svelte.ts';
import type { PlayerScene } from '../player-scene.ts';
import type { PlayableCut } from './playable-cut.ts';

/** A cut as the player shows it. */
export interface CutSide {
  readonly name: string;
  readonly cut: PlayableCut;
  readonly scenes: readonly PlayerScene[];
}

/** Two cuts played in step. `over`: the second lies on the first, which a divider uncovers. */
export interface ComparedCuts {
  readonly layout: 'beside' | 'over';
  readonly first: CutSide;
  readonly second: CutSide;
}

/** Ways to watch two cuts: one of them, or both in step. */
export const watchWays = ['first', 'second', 'beside', 'over'] as const;
export type WatchWay = (typeof watchWays)[number];

/** One cut, or two to compare, with the way in which they are watched. */
export interface WatchedCuts {
  readonly names: { readonly first: string; readonly second: string };
  /** Ways that are possible now; empty until a cut was read. */
  readonly ways: readonly WatchWay[];
  readonly way: WatchWay;
  wantedWay: WatchWay;
  /** The cut whose scenes and frames count; null until it was read. */
  readonly shown: CutSide | null;
  readonly compared: ComparedCuts | null;
  readonly playback: Playback;
}
