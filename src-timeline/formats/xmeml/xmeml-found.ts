import type { Placement } from '../../model/placement.ts';
import type { ItemWithoutMedia } from '../../model/timeline.ts';

export interface FoundClip {
  readonly placement: Placement;
  readonly isStill: boolean;
  /** Channel from 1; pictures have 1. */
  readonly channel: number;
  readonly label: string | null;
}

/** An item whose `trackIndex` is not known yet. */
export interface FoundItem {
  readonly item: ItemWithoutMedia;
  readonly channel: number;
  /** True for a transition, which may lie over other items of its track. */
  readonly isTransition: boolean;
}

/** What a track holds, in any order. */
export interface FoundTrack {
  readonly clips: readonly FoundClip[];
  readonly items: readonly FoundItem[];
}
