import { withExtrasOf } from '../clip-part.ts';
import type { CutEvent } from '../diff/cut-event.ts';
import { trimOf } from '../diff/draft.ts';
import type { Clip } from '../timeline.ts';

/** Which stretch of the delivered clip a clip is. */
export interface Stretch {
  /** Frames of the delivered clip before its first; below zero where it was drawn out. */
  readonly head: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

export const wholeClip: Stretch = { head: 0, isFirst: true, isLast: true };

/** Stretches of a delivered clip's pieces, in their order. A still has no frames of its own: its pieces follow each other. */
export function stretchesOf(before: CutEvent, pieces: readonly CutEvent[]): readonly Stretch[] {
  let shown = 0;
  return pieces.map((after, index) => {
    const head = headOf({ before, after }, shown);
    shown += after.durationFrames;
    return { head, isFirst: index === 0, isLast: index === pieces.length - 1 };
  });
}

/** Frames of one media are none of another. */
function headOf(pair: { readonly before: CutEvent; readonly after: CutEvent }, shown: number): number {
  if (pair.before.mediaKey !== pair.after.mediaKey) return 0;
  return pair.before.isStill ? shown : trimOf(pair).head;
}

/**
 * A clip of one stretch with its points, markers, fades and transition as another stretch of the delivered clip has them.
 * @param durationFrames of the other stretch.
 */
export function withinStretch(clip: Clip, from: Stretch, to: Stretch, durationFrames: number): Clip {
  const part = {
    ...{ firstFrame: to.head - from.head, durationFrames },
    hasStart: to.isFirst || !from.isFirst,
    hasEnd: to.isLast || !from.isLast,
  };
  if (part.firstFrame === 0 && part.hasStart && part.hasEnd) return clip;
  return withExtrasOf(clip, part);
}
