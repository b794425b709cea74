import type { Cue, CuePair } from './match/match-cues.ts';
import type { TimeMap } from './match/time-map.ts';

/** How all captions moved alike: first stretched from the first frame of the cut, then moved. */
export interface CommonMove {
  /** 1 if they were not stretched. */
  readonly stretch: number;
  readonly byFrames: number;
}

/** How a caption moved against its pictures, in frames of the delivered cut's rate; 0 for an end that did not. */
interface TimeChange {
  readonly startFrames: number;
  readonly endFrames: number;
}

export interface TimeContext {
  readonly map: TimeMap;
  /** Tolerance for places, in frames. */
  readonly tolerance: number;
}

export function movedCue(cue: Cue, { stretch, byFrames }: CommonMove): Cue {
  const moved = (frame: number): number => Math.round(frame * stretch) + byFrames;
  return { ...cue, startFrame: moved(cue.startFrame), endFrame: moved(cue.endFrame) };
}

/** Returns the shifts of a cue that its pictures explain. */
export const shiftsOf = ({ startFrame }: Cue, { map }: TimeContext): readonly number[] => [
  ...new Set(map.shiftsAt(startFrame)),
];

/**
 * Returns how a cue moved, beyond the shift of its pictures that explains most of it. A caption that touches the next
 * one may end a frame earlier, because formats leave out that frame.
 */
export function timeChangeOf(
  [old, now]: CuePair,
  context: TimeContext,
  tolerance = context.tolerance,
): TimeChange {
  const endShifts = [...shiftsOf(old, context), ...context.map.shiftsAt(old.endFrame)];
  const endTolerance = tolerance + Number(old.touchesNext || now.touchesNext);
  const pictureEnd = context.map.endAt(old.startFrame) ?? Infinity;
  // A picture that was shortened cuts off its caption.
  const isCutOff = Math.abs(now.endFrame - pictureEnd) <= endTolerance && old.endFrame > now.endFrame;
  const isSameEnd =
    isCutOff || endShifts.some((shift) => Math.abs(now.endFrame - old.endFrame - shift) <= endTolerance);
  const changes = shiftsOf(old, context).map((shift): TimeChange => {
    const startFrames = now.startFrame - old.startFrame - shift;
    const endFrames = now.endFrame - old.endFrame - shift;
    const isSameStart = Math.abs(startFrames) <= tolerance;
    if (isSameStart) return { startFrames: 0, endFrames: isSameEnd ? 0 : endFrames };
    const isAlike = Math.abs(startFrames - endFrames) <= endTolerance;
    const isAtEnd = Math.abs(endFrames) <= endTolerance;
    return { startFrames, endFrames: isAlike ? startFrames : isAtEnd ? 0 : endFrames };
  });
  const sizeOf = ({ startFrames, endFrames }: TimeChange): number =>
    Math.abs(startFrames) + Math.abs(endFrames - startFrames);
  return changes.reduce((least, each) => (sizeOf(each) < sizeOf(least) ? each : least));
}

const isUnmoved = (pair: CuePair, context: TimeContext, tolerance?: number): boolean => {
  const { startFrames, endFrames } = timeChangeOf(pair, context, tolerance);
  return startFrames === 0 && endFrames === 0;
};

/** Returns how all captions moved alike; null if they did not move, moved differently, or are fewer than two. */
export function commonMoveOf(pairs: readonly CuePair[], context: TimeContext): CommonMove | null {
  const [first] = pairs;
  const last = pairs.at(-1);
  if (!first || !last || first === last || pairs.every((pair) => isUnmoved(pair, context))) return null;
  const fits = (move: CommonMove, tolerance?: number): boolean =>
    pairs.every(([old, now]) => isUnmoved([movedCue(old, move), now], context, tolerance));
  const shifts = shiftsOf(first[0], context).map(
    (shift) => first[1].startFrame - first[0].startFrame - shift,
  );
  for (const byFrames of shifts.toSorted((a, b) => Math.abs(a) - Math.abs(b)))
    if (fits({ stretch: 1, byFrames })) return { stretch: 1, byFrames };
  const move = stretchBetween(first, last);
  return move && fits(move, Math.max(1, context.tolerance)) ? move : null;
}

/** Derives a stretch from the first start and the last end; null where neither moved against the other. */
function stretchBetween(first: CuePair, last: CuePair): CommonMove | null {
  const [before, after] = [0, 1].map((cut) => (last[cut]?.endFrame ?? 0) - (first[cut]?.startFrame ?? 0));
  if (!before || !after || before <= 0 || Math.abs(after - before) < 2) return null;
  const stretch = after / before;
  const byFrames = Math.round(first[1].startFrame - first[0].startFrame * stretch);
  // A frame is within the error of the stretch.
  return { stretch, byFrames: Math.abs(byFrames) <= 1 ? 0 : byFrames };
}
