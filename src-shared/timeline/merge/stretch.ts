import { withExtrasOf } from '../clip-part.ts';
import type { CutEvent } from '../diff/cut-event.ts';
import { isHeld, lostAtSpeed } from '../diff/draft.ts';
import type { Clip } from '../timeline.ts';

/** Which stretch of the delivered clip a clip is. */
export interface Stretch {
  /** Frames of the delivered clip before its first; below zero where it was drawn out. */
  readonly head: number;
  /** Frames of the delivered clip for one of it: other than 1 where it is played at another speed. */
  readonly rate: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

export const wholeClip: Stretch = { head: 0, rate: 1, isFirst: true, isLast: true };

/** Stretches of a delivered clip's pieces, in their order. A still has no frames of its own: its pieces follow each other. */
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
 * Frames of one media are none of another. A clip that is held as a whole keeps its time, whichever frame it holds; one
 * that is held in a piece is there where its frame was.
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
 * A clip of one stretch with its points, markers, fades and transition as another stretch of the delivered clip has them.
 * @param durationFrames of the other stretch.
 */
export function withinStretch(clip: Clip, from: Stretch, to: Stretch, durationFrames: number): Clip {
  const part = {
    ...{ firstFrame: (to.head - from.head) / from.rate, durationFrames, speed: to.rate / from.rate },
    hasStart: to.isFirst || !from.isFirst,
    hasEnd: to.isLast || !from.isLast,
  };
  if (part.firstFrame === 0 && part.speed === 1 && part.hasStart && part.hasEnd) return clip;
  return withExtrasOf(clip, part);
}
