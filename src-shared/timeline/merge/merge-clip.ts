import type { CutEvent } from '../diff/cut-event.ts';
import { isSame } from '../diff/is-same.ts';
import { sourceLengthOf } from '../placement.ts';
import type { Clip, MediaReference } from '../timeline.ts';
import type { Node } from './arrangement.ts';
import { changesOfNode, type ClipField, keysOfField, partOfClip, withPartOf } from './clip-changes.ts';
import type { About, MergeLog } from './merge-log.ts';
import type { Choice, Three } from './merge-types.ts';

export interface ClipSetting {
  readonly about: About;
  readonly log: MergeLog;
  readonly mediaOf: (key: string) => MediaReference | undefined;
  /** Whether the delivered clip is in several pieces in the editor's cut. */
  readonly isPiece: boolean;
  /** Whether the project's change of length follows a new narration the editor left alone. */
  readonly followsNarration: boolean;
  /** Whether the clip goes on to the end in all three cuts, so that its length is that of the cut. */
  readonly fillsCut: boolean;
}

type Events = Three<CutEvent>;

/**
 * A merged clip; one of shorter media than wanted is followed by its last frame, held. Two where both sides' pictures
 * were chosen.
 */
export function mergeClip(nodes: Three<Node>, setting: ClipSetting): readonly Clip[] {
  const events = { base: nodes.base.event, ours: nodes.ours.event, theirs: nodes.theirs.event };
  const [mine, other] = [changesOfNode(nodes.base, nodes.ours), changesOfNode(nodes.base, nodes.theirs)];
  const isMine = (field: ClipField): boolean => mine.has(field) || (field === 'cut' && setting.isPiece);
  const ours = clipOf(events.ours, setting);
  const theirs = clipOf(events.theirs, setting);
  const media = mediaOfClip(events, { isMine, other }, setting);
  let merged = mergeMediaAndCut(events, { ours, theirs }, { isMine, other, media }, setting);
  for (const field of ['levels', 'motion', 'transition', 'disabled', 'markers'] as const) {
    const keys = keysOfField[field];
    if (!other.has(field) || isSame(partOfClip(ours, keys), partOfClip(theirs, keys))) continue;
    if (choose(field, isMine(field), setting) === 'theirs') merged = withPartOf(merged, theirs, keys);
  }
  if (!other.has('media') && !other.has('cut')) return [merged];
  const all = [events.ours, events.theirs].map(({ mediaKey }) => setting.mediaOf(mediaKey));
  const clips = media === 'both' ? inHalves(merged, theirs) : [merged];
  return clips.flatMap((clip) =>
    withinMedia(
      clip,
      all.find((one) => one?.mediaId === clip.mediaId),
    ),
  );
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

/** Whose media is taken; null where the project's is no other than before or ours. */
function mediaOfClip(
  { base, ours, theirs }: Events,
  changes: Omit<Changes, 'media'>,
  setting: ClipSetting,
): Choice | null {
  const { isMine, other } = changes;
  if (!other.has('media')) return null;
  if (ours.mediaKey === theirs.mediaKey) return 'ours';
  const mayTakeBoth = base.trackKind === 'video' && !setting.isPiece && ours.durationFrames > 1;
  if (isMine('media') && mayTakeBoth) return setting.log.decideOnBoth('media', setting.about);
  return choose('media', isMine('media') || isCutVoice(base, isMine, setting), setting);
}

/** Cuts inside a voice are made by its words: they mean nothing in another recording. */
function isCutVoice(base: CutEvent, isMine: Changes['isMine'], { fillsCut }: ClipSetting): boolean {
  return base.trackKind === 'audio' && isMine('cut') && !fillsCut;
}

/** A clip as it is in its own cut, by the merged cut's media id. */
export function clipOf(event: CutEvent, { mediaOf }: Pick<ClipSetting, 'mediaOf'>): Clip {
  return { ...event.clip, mediaId: mediaOf(event.mediaKey)?.mediaId ?? event.clip.mediaId };
}

function choose(field: ClipField, isMine: boolean, { log, about }: ClipSetting): 'ours' | 'theirs' {
  if (isMine) return log.decide(field, about);
  log.carry(field, about);
  return 'theirs';
}

interface Sides {
  readonly ours: Clip;
  readonly theirs: Clip;
}

interface Changes {
  readonly isMine: (field: ClipField) => boolean;
  readonly other: ReadonlySet<ClipField>;
  /** Whose media is taken; null where none is another. */
  readonly media: Choice | null;
}

function mergeMediaAndCut(events: Events, sides: Sides, changes: Changes, setting: ClipSetting): Clip {
  const { isMine, media } = changes;
  if (media === null) return mergeCut(events, sides, changes, setting);
  if (media !== 'theirs') return sides.ours;
  const { mediaId, name, note } = sides.theirs;
  const replaced = { ...sides.ours, mediaId, name, note };
  const keys = keysOfField.cut;
  if (!isMine('cut') || isCutVoice(events.base, isMine, setting))
    return withPartOf(replaced, sides.theirs, keys);
  return mergeCut(events, { ...sides, ours: replaced }, changes, setting);
}

function mergeCut(events: Events, sides: Sides, { isMine, other }: Changes, setting: ClipSetting): Clip {
  const keys = keysOfField.cut;
  const { ours, theirs } = sides;
  if (!other.has('cut') || isSame(partOfClip(ours, keys), partOfClip(theirs, keys))) return ours;
  if (isMine('cut') && setting.fillsCut) {
    setting.log.carry('cut', setting.about);
    return ours;
  }
  const sum = setting.followsNarration && !setting.isPiece ? sumOfCuts(events, ours) : null;
  const choice = choose('cut', isMine('cut') && !sum, setting);
  if (choice === 'ours') return ours;
  return isMine('cut') && sum ? sum : withPartOf(ours, theirs, keys);
}

/** Our trims in the project's new length, where both are lengths alone. */
function sumOfCuts({ base, ours, theirs }: Events, clip: Clip): Clip | null {
  const isPlain = [ours, theirs].every(({ speed }) => speed === base.speed);
  const durationFrames = ours.durationFrames + theirs.durationFrames - base.durationFrames;
  const sourceStartFrame = ours.sourceStart + theirs.sourceStart - base.sourceStart;
  return isPlain && durationFrames > 0 && sourceStartFrame >= 0
    ? { ...clip, durationFrames, sourceStartFrame }
    : null;
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
