import type { CutEvent } from '../diff/cut-event.ts';
import { isSame } from '../diff/is-same.ts';
import { sourceLengthOf } from '../placement.ts';
import type { Clip, MediaReference } from '../timeline.ts';
import type { Node } from './arrangement.ts';
import { changesOfNode, keysOfField, partOfClip, withPartOf } from './clip-changes.ts';
import type { Three } from './merge-types.ts';
import { choose, type ClipSetting, type Settled, sumOfCuts } from './settle-clip.ts';

/**
 * A merged clip; one of shorter media than wanted is followed by its last frame, held. Two where both sides' pictures
 * were chosen.
 */
export function mergeClip(nodes: Three<Node>, settled: Settled, setting: ClipSetting): readonly Clip[] {
  const [mine, other] = [changesOfNode(nodes.base, nodes.ours), changesOfNode(nodes.base, nodes.theirs)];
  const ours = clipOf(nodes.ours.event, setting);
  const theirs = clipOf(nodes.theirs.event, setting);
  let merged = withSettled(nodes, { ours, theirs }, settled);
  for (const field of ['levels', 'motion', 'transition', 'disabled', 'markers'] as const) {
    const keys = keysOfField[field];
    if (!other.has(field) || isSame(partOfClip(ours, keys), partOfClip(theirs, keys))) continue;
    if (choose(field, mine.has(field), setting) === 'theirs') merged = withPartOf(merged, theirs, keys);
  }
  if (!other.has('media') && !other.has('cut')) return [merged];
  const all = [nodes.ours, nodes.theirs].map(({ event }) => setting.mediaOf(event.mediaKey));
  const clips = settled.media === 'both' ? inHalves(merged, theirs) : [merged];
  return clips.flatMap((clip) =>
    withinMedia(
      clip,
      all.find((one) => one?.mediaId === clip.mediaId),
    ),
  );
}

/** Our clip with the media and the cut that were settled. */
function withSettled(
  { base, ours, theirs }: Three<Node>,
  clips: { readonly ours: Clip; readonly theirs: Clip },
  { media, cut }: Settled,
): Clip {
  const { mediaId, name, note } = clips.theirs;
  const shown = media === 'theirs' ? { ...clips.ours, mediaId, name, note } : clips.ours;
  if (cut === 'ours') return shown;
  if (cut === 'theirs') return withPartOf(shown, clips.theirs, keysOfField.cut);
  const sum = sumOfCuts({ base: base.event, ours: ours.event, theirs: theirs.event });
  return sum ? { ...shown, durationFrames: sum.durationFrames, sourceStartFrame: sum.sourceStart } : shown;
}

/** The first half of the time for our clip, the other for theirs: what follows stays where it is. */
function inHalves(ours: Clip, theirs: Clip): readonly Clip[] {
  const firstFrames = Math.ceil(ours.durationFrames / 2);
  const second = withPartOf(withPartOf(theirs, {}, ['transition']), ours, ['isDisabled']);
  return [
    { ...ours, durationFrames: firstFrames },
    { ...second, durationFrames: ours.durationFrames - firstFrames, linkId: null },
  ].map(withoutFades);
}

/** Markers past the end of a half are not in it, and its cut is a plain one. */
function withoutFades(clip: Clip): Clip {
  const markers = clip.markers?.filter(({ frame }) => frame < clip.durationFrames) ?? [];
  return withPartOf(clip, markers.length > 0 ? { markers } : {}, ['fades', 'markers']);
}

/** A clip as it is in its own cut, by the merged cut's media id. */
export function clipOf(event: CutEvent, { mediaOf }: Pick<ClipSetting, 'mediaOf'>): Clip {
  return { ...event.clip, mediaId: mediaOf(event.mediaKey)?.mediaId ?? event.clip.mediaId };
}

/** Stills are shown from their only frame on, at no speed. */
const keysOfStart = ['sourceStartFrame', 'speed', 'isReversed'] as const;

/** A clip its media has the frames for: earlier ones where it ends too soon, and its last one held beyond. */
function withinMedia(clip: Clip, media: MediaReference | undefined): readonly Clip[] {
  if (!media) return [clip];
  const length = media.durationFrames;
  if (length === null) return [withPartOf(clip, { sourceStartFrame: 0 }, keysOfStart)];
  const needed = sourceLengthOf(clip);
  if (clip.sourceStartFrame + needed <= length) return [clip];
  if (needed <= length) return [{ ...clip, sourceStartFrame: length - needed }];
  const durationFrames = Math.max(1, Math.floor(length / (clip.speed ?? 1)));
  const first = { ...clip, sourceStartFrame: 0, durationFrames };
  const rest = clip.durationFrames - durationFrames;
  return media.size === null || rest <= 0 ? [first] : [first, heldFrame(clip, length - 1, rest)];
}

function heldFrame({ name, mediaId, note, motion, isDisabled }: Clip, frame: number, frames: number): Clip {
  return {
    ...{ kind: 'clip', name, mediaId, note, linkId: null },
    ...{ sourceStartFrame: frame, durationFrames: frames, speed: 1 / frames },
    ...(motion && { motion: motion.slice(-1).map((point) => ({ ...point, frame: 0 })) }),
    ...(isDisabled !== undefined && { isDisabled }),
  };
}
