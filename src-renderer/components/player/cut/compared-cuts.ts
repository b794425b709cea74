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
