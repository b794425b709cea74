import type { CutEvent } from '../diff/match/cut-event.ts';
import { isSame } from '../diff/match/is-same.ts';
import { sourceLengthOf, speedOfHeldFrame } from '../model/placement.ts';
import type { Clip, MediaReference } from '../model/timeline.ts';
import type { Node } from './arrangement.ts';
import { type ClipField, keysOfField, partOfClip, withPartOf } from './clip-changes.ts';
import type { Three } from './merge-types.ts';
import { choose, type ClipSetting, type Settled, sumOfCuts } from './settle-clip.ts';
import { type Stretch, wholeClip, withinStretch } from './stretch.ts';

/**
 * Merges a clip. If its media is too short, the last frame follows as a held clip. Two clips if both sides' pictures
 * were chosen.
 */
export function mergeClip(nodes: Three<Node>, settled: Settled, setting: ClipSetting): readonly Clip[] {
  const ours = clipOf(nodes.ours.event, setting);
  const theirs = clipOf(nodes.theirs.event, setting);
  const { theirs: other } = setting.changes;
  if (other.size === 0) return [ours];
  const merged = mergeFields(nodes, withSettled(nodes, { ours, theirs }, settled), settled, setting);
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

const timedFields: ReadonlySet<ClipField> = new Set(['levels', 'motion', 'markers']);

/**
 * Merges all parts of a clip except its media and cut, within its stretch. Unchanged parts stay at the frames of the
 * side whose cut is used.
 */
function mergeFields(nodes: Three<Node>, clip: Clip, settled: Settled, setting: ClipSetting): Clip {
  const { ours: mine, theirs: other } = setting.changes;
  const stretch = stretchOfMerged(nodes, settled);
  const partsOf = (node: Node, of = node.event.clip): Clip =>
    withinStretch(of, node.stretch, stretch, clip.durationFrames);
  const three = { base: partsOf(nodes.base), ours: partsOf(nodes.ours), theirs: partsOf(nodes.theirs) };
  let merged = partsOf(nodes.ours, clip);
  for (const field of ['levels', 'motion', 'transition', 'disabled', 'markers'] as const) {
    const keys = keysOfField[field];
    const [base, ours, theirs] = [three.base, three.ours, three.theirs].map((one) => partOfClip(one, keys));
    const isUntouched = !other.has(field) && !mine.has(field);
    const isAtItsFrames = isUntouched && settled.cut !== 'ours' && timedFields.has(field);
    const isChanged = other.has(field) && !isSame(ours, theirs) && !isSame(base, theirs);
    if (isAtItsFrames || (isChanged && choose(field, mine.has(field), setting) === 'theirs'))
      merged = withPartOf(merged, three.theirs, keys);
  }
  return merged;
}

/** Stretch of the merged clip in the delivered one, from the side whose cut is used; `both` adds both trims. */
function stretchOfMerged({ ours, theirs }: Three<Node>, { cut }: Settled): Stretch {
  const heads = {
    ours: ours.stretch.head,
    theirs: theirs.stretch.head,
    both: ours.stretch.head + theirs.stretch.head,
  };
  const { rate } = cut === 'theirs' ? theirs.stretch : ours.stretch;
  return { ...wholeClip, head: heads[cut], rate };
}

/** Applies the settled media and cut to our clip. */
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

/** Gives the first half of the time to our clip and the rest to theirs, so that later clips stay in place. */
function inHalves(ours: Clip, theirs: Clip): readonly Clip[] {
  const firstFrames = Math.ceil(ours.durationFrames / 2);
  const second = withPartOf(withPartOf(theirs, {}, ['transition']), ours, ['isDisabled']);
  return [
    { ...ours, durationFrames: firstFrames },
    { ...second, durationFrames: ours.durationFrames - firstFrames, linkId: null },
  ].map(withoutFades);
}

/** Removes fades, and markers past the end of a half, because the cut between the halves is plain. */
function withoutFades(clip: Clip): Clip {
  const markers = clip.markers?.filter(({ frame }) => frame < clip.durationFrames) ?? [];
  return withPartOf(clip, markers.length > 0 ? { markers } : {}, ['fades', 'markers']);
}

/** Returns a clip of either cut with the merged cut's media id. */
export function clipOf(event: CutEvent, { mediaOf }: Pick<ClipSetting, 'mediaOf'>): Clip {
  const mediaId = mediaOf(event.mediaKey)?.mediaId;
  return mediaId === undefined || mediaId === event.clip.mediaId ? event.clip : { ...event.clip, mediaId };
}

/** Properties that stills do not have: they begin at frame 0, without a speed. */
const keysOfStart = ['sourceStartFrame', 'speed', 'isReversed'] as const;

/** Fits a clip into its media: uses earlier frames if the media ends too soon, and holds the last one for any rest. */
export function withinMedia(clip: Clip, media: MediaReference | undefined): readonly Clip[] {
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

export function heldFrame(
  { name, mediaId, note, motion, isDisabled }: Clip,
  frame: number,
  frames: number,
): Clip {
  return {
    kind: 'clip',
    name,
    mediaId,
    note,
    linkId: null,
    sourceStartFrame: frame,
    durationFrames: frames,
    speed: speedOfHeldFrame(frames),
    ...(motion && { motion: motion.slice(-1).map((point) => ({ ...point, frame: 0 })) }),
    ...(isDisabled !== undefined && { isDisabled }),
  };
}
