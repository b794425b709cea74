import { type CutEvent, endOf } from './cut-event.ts';
import { isSame } from './is-same.ts';

const constantOf = (points: readonly object[] | undefined): readonly object[] | null | undefined =>
  points === undefined || points.length === 1 ? points : null;

/** Whether a clip goes on as the one before it, so that the cut between them cannot be seen or heard. */
export function isThroughEdit(one: CutEvent, next: CutEvent): boolean {
  if (one.mediaKey !== next.mediaKey || one.speed !== next.speed) return false;
  if (endOf(one) !== next.startFrame || next.clip.transition !== undefined) return false;
  if (one.clip.isDisabled !== next.clip.isDisabled || one.clip.fades || next.clip.fades) return false;
  const [motion, levels] = [constantOf(one.clip.motion), constantOf(one.clip.levels)];
  if (motion === null || levels === null) return false;
  const looksSame = isSame(motion, next.clip.motion) && isSame(levels, next.clip.levels);
  return looksSame && (one.isStill || goesOn(one, next));
}

function goesOn(one: CutEvent, next: CutEvent): boolean {
  const [first, second] = one.speed < 0 ? [next, one] : [one, next];
  return first.sourceStart + first.sourceLength === second.sourceStart;
}

export function joinEvents(one: CutEvent, next: CutEvent): CutEvent {
  return {
    ...one,
    durationFrames: one.durationFrames + next.durationFrames,
    sourceStart: Math.min(one.sourceStart, next.sourceStart),
    sourceLength: one.isStill
      ? one.durationFrames + next.durationFrames
      : one.sourceLength + next.sourceLength,
  };
}
