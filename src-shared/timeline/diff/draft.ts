import { isHeldFrame } from '../placement.ts';
import type { CutEvent, EventPair } from './cut-event.ts';
import type { EditChange } from './edit.ts';

/** An edit of a clip before it has its scene and sentence. */
export interface Draft {
  readonly change: EditChange;
  readonly before: CutEvent | null;
  readonly after: CutEvent | null;
  readonly affectedFrames: number;
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

/** A held frame is at no speed: how slow it is follows from its length. */
export function hasSameSpeed(pair: EventPair): boolean {
  const { before, after } = pair;
  return areHeld(pair).every(Boolean) || Math.abs(before.speed - after.speed) <= 0.001 + 1e-9;
}

/** Whether one frame is held for all of a clip, or was. A short piece of slow motion that shows no second one is not. */
export function isHeld(pair: EventPair): boolean {
  const [was, is] = areHeld(pair);
  return was === is ? was : !hasSameSpeed(pair);
}

/**
 * Frames of the sequence a clip lost at its sides; below zero where it was drawn out. A still loses at its end, and so
 * does a frame that is held or was: the others of its media were not cut off.
 */
export function trimOf(pair: EventPair): Trim {
  const { before, after } = pair;
  if (before.isStill || isHeld(pair)) return { head: 0, tail: before.durationFrames - after.durationFrames };
  return lostAtSpeed(pair, after.speed);
}

/** What a clip lost of its media at its sides, in frames as they are seen at a speed, which is below zero backwards. */
export function lostAtSpeed({ before, after }: EventPair, speed: number): Trim {
  const early = after.sourceStart - before.sourceStart;
  const late = before.sourceStart + before.sourceLength - after.sourceStart - after.sourceLength;
  const [first, last] = speed < 0 ? [late, early] : [early, late];
  return { head: Math.round(first / Math.abs(speed)), tail: Math.round(last / Math.abs(speed)) };
}
