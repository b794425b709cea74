import { isSame } from '../diff/is-same.ts';
import { withoutLosses } from '../diff/without-losses.ts';
import { losses } from '../losses.ts';
import { clipsOfTracks } from '../placement.ts';
import type { Clip, Timeline, TimelineFormat } from '../timeline.ts';

const keys = ['motion', 'levels', 'fades', 'transition', 'isDisabled', 'markers'] as const;

/**
 * Gives back to a clip what the formats it went through cannot hold: where it is what they make of the delivered clip,
 * nobody has changed it.
 * @returns a function of a clip of the delivered cut and what came back of it.
 */
export function restoreLosses(
  base: Timeline,
  formats: readonly TimelineFormat[],
): (delivered: Clip, returned: Clip) => Clip {
  const lost = withoutLosses(base, new Set(formats.flatMap((format) => losses[format])));
  // Captions and markers aside, what is lost of a cut leaves its clips where they are.
  const carried = clipsOfTracks(lost.tracks);
  const carriedOf = new Map(clipsOfTracks(base.tracks).map((clip, index) => [clip, carried[index]]));
  return (delivered, returned) => {
    const carriedClip = carriedOf.get(delivered);
    if (!carriedClip) return returned;
    const kept = keys.filter(
      (key) =>
        delivered[key] !== undefined &&
        !isSame(delivered[key], carriedClip[key]) &&
        isSame(returned[key], carriedClip[key]),
    );
    return { ...returned, ...Object.fromEntries(kept.map((key) => [key, delivered[key]])) };
  };
}
