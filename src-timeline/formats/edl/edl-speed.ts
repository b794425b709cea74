import { sourceLengthOf } from '../../model/placement.ts';

/** Rounds a speed to the precision that a list preserves. */
export function listedSpeed(speed: number): number {
  return Math.round(speed * 10_000) / 10_000;
}

/** A clip as an event extends it: from the dissolve into it to the dissolve into the next. */
interface EventClip {
  /** Negative backwards, zero for a held frame. */
  readonly speed: number;
  /** Length of the clip, in frames of the sequence. */
  readonly durationFrames: number;
  /** Frames of the dissolve before the clip. */
  readonly head: number;
}

/**
 * Number of media frames between an event's source start and the first frame of its clip in the media. Backwards, the
 * source start is the frame shown first, which is the last one in the media, as Final Cut Pro lists it. A held frame is
 * the only one.
 */
export function framesBeforeClip({ speed, durationFrames, head }: EventClip): number {
  const listed = listedSpeed(speed);
  if (listed >= 0) return Math.round(head * listed);
  return 1 - sourceLengthOf({ durationFrames, speed: -listed }) - Math.round(head * -listed);
}
