import { trimOf } from './draft.ts';
import { type Cut, type CutEvent, endOf, type EventPair } from './match/cut-event.ts';

/**
 * Frames that a still lost at its start, negative if it was extended there; 0 if it changed at its end. A still has no
 * frames that say which of its ends was cut off. It was its start if the clip before it took or left those frames, or
 * if its sound was cut there.
 */
export type HeadOfStill = (pair: EventPair) => number;

export function headOfStillFinder(cut: Cut, pairs: readonly EventPair[], tolerance: number): HeadOfStill {
  const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= tolerance;
  const byBefore = new Map(pairs.map((pair) => [pair.before, pair]));
  const soundsByLink = Map.groupBy(
    pairs.filter(({ before }) => before.trackKind === 'audio' && before.clip.linkId !== null),
    ({ before }) => before.clip.linkId,
  );
  const previousOf = ({ trackIndex, order }: CutEvent): EventPair | undefined => {
    const previous = cut.tracks[trackIndex]?.[order - 1];
    return previous && byBefore.get(previous);
  };
  const isCovered = ({ before, after }: EventPair, previous: EventPair): boolean => {
    const startShift = previous.after.startFrame - previous.before.startFrame;
    const touches =
      endOf(previous.before) === before.startFrame && endOf(previous.after) === after.startFrame;
    return touches && isNear(endOf(after) - endOf(before), startShift);
  };
  return (pair) => {
    const { before, after } = pair;
    const lost = before.durationFrames - after.durationFrames;
    if (!before.isStill || lost === 0) return 0;
    const sounds = soundsByLink.get(before.clip.linkId) ?? [];
    const isCutWithSound = sounds.some((sound) => {
      const { head, tail } = trimOf(sound);
      return isNear(head, lost) && isNear(tail, 0) && !isNear(head, 0);
    });
    const previous = previousOf(before);
    return isCutWithSound || (previous && isCovered(pair, previous)) ? lost : 0;
  };
}
