import { isHeldFrame } from '../model/placement.ts';
import type { EditChange } from './edit.ts';
import type { CutEvent, EventPair } from './match/cut-event.ts';

/** An edit of a clip, still without scene and sentence. */
export interface Draft {
  readonly change: EditChange;
  readonly before: CutEvent | null;
  readonly after: CutEvent | null;
  readonly affectedFrames: number;
  /** Last delivered picture of a change to several in a row. */
  readonly last?: CutEvent | null;
}

export function draftOf(
  change: EditChange,
  { before, after }: { readonly before: CutEvent | null; readonly after: CutEvent | null },
  affectedFrames?: number,
): Draft {
  const longest = Math.max(before?.durationFrames ?? 0, after?.durationFrames ?? 0);
  return { change, before, after, affectedFrames: affectedFrames ?? longest };
}

export interface Trim {
  readonly head: number;
  readonly tail: number;
}

const areHeld = ({ before, after }: EventPair): readonly [boolean, boolean] => [
  isHeldFrame(before.clip),
  isHeldFrame(after.clip),
];

/** Returns the only side that holds one frame of moving media; null if neither or both do. */
export function heldSideOf(pair: EventPair): 'before' | 'after' | null {
  const [was, is] = areHeld(pair);
  if (was === is || pair.before.isStill) return null;
  return is ? 'after' : 'before';
}

/** Two held frames count as the same speed, because their nominal speed only follows from their length. */
export function hasSameSpeed(pair: EventPair): boolean {
  const { before, after } = pair;
  return areHeld(pair).every(Boolean) || Math.abs(before.speed - after.speed) <= 0.001 + 1e-9;
}

/** True if the clip holds one frame throughout, before or after. A short piece of slow motion does not count. */
export function isHeld(pair: EventPair): boolean {
  const [was, is] = areHeld(pair);
  return was === is ? was : !hasSameSpeed(pair);
}

/**
 * Frames of the sequence that a clip lost at each end; negative if it was extended. Stills and held frames lose frames
 * only at the end, because no other frames of their media were cut off.
 */
export function trimOf(pair: EventPair): Trim {
  const { before, after } = pair;
  if (before.isStill || isHeld(pair)) return { head: 0, tail: before.durationFrames - after.durationFrames };
  return lostAtSpeed(pair, after.speed);
}

/** Media that a clip lost at each end, in frames as seen at `speed`, which is negative backwards. */
export function lostAtSpeed({ before, after }: EventPair, speed: number): Trim {
  const early = after.sourceStart - before.sourceStart;
  const late = before.sourceStart + before.sourceLength - after.sourceStart - after.sourceLength;
  const [first, last] = speed < 0 ? [late, early] : [early, late];
  return { head: Math.round(first / Math.abs(speed)), tail: Math.round(last / Math.abs(speed)) };
}
