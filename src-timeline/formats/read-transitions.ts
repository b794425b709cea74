import { withoutImpossibleTransitions } from '../model/check-timeline.ts';
import { clipExtras } from '../model/clip-extras.ts';
import { headFramesOf, overlapFramesOf } from '../model/placement.ts';
import type { Clip, ClipFades, MediaReference, Track } from '../model/timeline.ts';

/** Keeps the longer of two fades, limited to the clip. */
function withFades(clip: Clip, { inFrames, outFrames }: ClipFades): Clip {
  const { fades, ...rest } = clip;
  const most = (own: number | undefined, found: number): number =>
    Math.min(clip.durationFrames, Math.max(own ?? 0, found));
  const longest = {
    inFrames: most(fades?.inFrames, inFrames),
    outFrames: most(fades?.outFrames, outFrames),
  };
  return { ...rest, ...clipExtras({ fades: longest }) };
}

/**
 * Converts transitions from or to nothing, and all transitions of sound, to fades on either side of the cut, because
 * the model only has transitions of pictures.
 */
function withFadesOfTransitions(track: Track): Track {
  const isFade = (index: number): boolean => {
    const before = track.items[index - 1];
    const item = track.items[index];
    const hasTransition = item?.kind === 'clip' && item.transition !== undefined;
    return hasTransition && (track.kind === 'audio' || before?.kind !== 'clip');
  };
  const items = track.items.map((item, index) => {
    if (item.kind === 'gap') return item;
    const next = track.items[index + 1];
    const outFrames = next?.kind === 'clip' && isFade(index + 1) ? headFramesOf(next) : 0;
    if (!isFade(index)) return outFrames === 0 ? item : withFades(item, { inFrames: 0, outFrames });
    const { transition, ...cut } = item;
    return transition ? withFades(cut, { inFrames: overlapFramesOf(item), outFrames }) : item;
  });
  return { ...track, items };
}

/** Converts the transitions of a read document to the model's: some become fades, impossible ones become cuts. */
export function transitionsAsRead(
  tracks: readonly Track[],
  media: readonly MediaReference[],
): readonly Track[] {
  return withoutImpossibleTransitions(tracks.map(withFadesOfTransitions), media);
}
