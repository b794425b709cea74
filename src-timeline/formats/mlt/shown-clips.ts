import { headFramesOf, tailFramesOf } from '../../model/placement.ts';
import type { Clip, MediaReference, Timeline, Track } from '../../model/timeline.ts';

/** A clip with all frames that show it: its own and those of the transitions at its ends. */
export interface ShownClip {
  readonly clip: Clip;
  readonly media: MediaReference;
  /** First frame of the sequence that shows it. */
  readonly startFrame: number;
  readonly headFrames: number;
  readonly tailFrames: number;
  readonly lengthFrames: number;
  /** First frame of its media at the clip's speed. */
  readonly inFrame: number;
}

/** First frame of a clip in its media as played. Faster media has fewer frames; backwards, it begins at its end. */
function playedStartFrame(
  { sourceStartFrame, durationFrames, speed = 1, isReversed }: Clip,
  media: MediaReference,
): number {
  if (media.durationFrames === null) return 0;
  if (isReversed !== true) return Math.round(sourceStartFrame / speed);
  return Math.max(0, Math.round((media.durationFrames - sourceStartFrame) / speed - durationFrames));
}

/** Inverse of `playedStartFrame`. */
export function sourceStartOfPlayed(
  playedFrame: number,
  durationFrames: number,
  media: MediaReference,
  { speed, isReversed }: { readonly speed: number; readonly isReversed: boolean },
): number {
  if (media.durationFrames === null) return 0;
  const first = isReversed
    ? media.durationFrames - (playedFrame + durationFrames) * speed
    : playedFrame * speed;
  return Math.max(0, Math.round(first));
}

/** Length of a file played at a speed, in frames. */
export function playedLength(media: MediaReference, speed: number): number | null {
  return media.durationFrames === null ? null : Math.max(1, Math.ceil(media.durationFrames / speed));
}

/** Returns the clips of a track in order. Stills begin at frame 0. */
export function shownClips(track: Track, { media }: Timeline): readonly ShownClip[] {
  const mediaById = new Map(media.map((one) => [one.mediaId, one]));
  let startFrame = 0;
  return track.items.flatMap((item, index) => {
    const at = startFrame;
    startFrame += item.durationFrames;
    const one = item.kind === 'clip' ? mediaById.get(item.mediaId) : undefined;
    if (item.kind === 'gap' || one === undefined) return [];
    const headFrames = headFramesOf(item);
    const tailFrames = tailFramesOf(track, index);
    return {
      clip: item,
      media: one,
      headFrames,
      tailFrames,
      startFrame: at - headFrames,
      lengthFrames: headFrames + item.durationFrames + tailFrames,
      inFrame: one.kind === 'still' ? 0 : Math.max(0, playedStartFrame(item, one) - headFrames),
    };
  });
}
