import { isHeld, lostAtSpeed } from '../diff/draft.ts';
import type { CutEvent } from '../diff/match/cut-event.ts';
import { withExtrasOf } from '../model/clip-part.ts';
import type { Clip } from '../model/timeline.ts';

/** Stretch of the delivered clip that a clip covers. */
export interface Stretch {
  /** Frames of the delivered clip before its first; negative if it was extended. */
  readonly head: number;
  /** Frames of the delivered clip per frame of this one; not 1 if it plays at another speed. */
  readonly rate: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

export const wholeClip: Stretch = { head: 0, rate: 1, isFirst: true, isLast: true };

/** Returns the stretches of a delivered clip's pieces in order. Pieces of a still simply follow each other. */
export function stretchesOf(before: CutEvent, pieces: readonly CutEvent[]): readonly Stretch[] {
  let shown = 0;
  return pieces.map((after, index) => {
    const isAlone = pieces.length === 1;
    const { head, rate } = placeOf(before, after, { shown, isAlone });
    shown += after.durationFrames;
    return { head, rate, isFirst: index === 0, isLast: index === pieces.length - 1 };
  });
}

/**
 * Places a clip within the delivered one. Frames of different media do not correspond. A clip held as a whole keeps its
 * time, whichever frame it holds; a held piece is placed at its frame.
 */
function placeOf(
  before: CutEvent,
  after: CutEvent,
  { shown, isAlone }: { readonly shown: number; readonly isAlone: boolean },
): Pick<Stretch, 'head' | 'rate'> {
  if (before.mediaKey !== after.mediaKey) return { head: 0, rate: 1 };
  const pair = { before, after };
  const hasNoSpeed = isHeld(pair);
  if (before.isStill || (hasNoSpeed && isAlone)) return { head: shown, rate: 1 };
  const rate = hasNoSpeed ? 1 : Math.abs(after.speed / before.speed);
  return { head: lostAtSpeed(pair, before.speed).head, rate };
}

/**
 * Converts a clip's keyframes, markers, fades and transition from one stretch of the delivered clip to another.
 * @param durationFrames of the other stretch.
 */
export function withinStretch(clip: Clip, from: Stretch, to: Stretch, durationFrames: number): Clip {
  const part = {
    firstFrame: (to.head - from.head) / from.rate,
    durationFrames,
    speed: to.rate / from.rate,
    hasStart: to.isFirst || !from.isFirst,
    hasEnd: to.isLast || !from.isLast,
  };
  if (part.firstFrame === 0 && part.speed === 1 && part.hasStart && part.hasEnd) return clip;
  return withExtrasOf(clip, part);
}
