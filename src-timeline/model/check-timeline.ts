import { canDropFrames } from './frame-rate.ts';
import { headFramesOf, overlapFramesOf, sourceLengthOf } from './placement.ts';
import type { CaptionTrack, Clip, MediaReference, Timeline, Track } from './timeline.ts';

function check(isSound: boolean, problem: () => string): void {
  if (!isSound) throw new RangeError(problem());
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
const isLength = (value: number): boolean => isCount(value) && value > 0;

function checkSequence(timeline: Timeline): void {
  const { frameRate, width, height, startFrame, audioRate } = timeline;
  const numbers = [frameRate.numerator, frameRate.denominator, width, height, audioRate];
  check(
    numbers.every(isLength),
    () => 'The sequence has a rate or a size that is not a positive whole number.',
  );
  check(isCount(startFrame), () => 'The sequence starts at a timecode that is not a whole frame.');
  check(
    !timeline.isDropFrame || canDropFrames(frameRate),
    () => 'Drop-frame timecode at a rate that has none.',
  );
}

function checkMedia(media: MediaReference): void {
  const { mediaId, kind, durationFrames, size, audioChannels } = media;
  check(
    /^[A-Za-z0-9-]+$/.test(mediaId),
    () => `The media id “${mediaId}” is not letters, digits and hyphens.`,
  );
  check(isCount(media.startFrame), () => `“${mediaId}” starts at a timecode that is not a whole frame.`);
  check(
    kind === 'still' ? durationFrames === null : durationFrames !== null && isLength(durationFrames),
    () =>
      kind === 'still'
        ? `The still “${mediaId}” has a length.`
        : `“${mediaId}” has no length in whole frames.`,
  );
  check(
    (kind === 'audio') === (size === null),
    () => `“${mediaId}” lacks a picture size or has one too many.`,
  );
  check(
    size === null || (isLength(size.width) && isLength(size.height)),
    () => `“${mediaId}” has no real size.`,
  );
  const isHeard = audioChannels !== null;
  check(
    kind === 'video' || isHeard === (kind === 'audio'),
    () => `“${mediaId}” is ${kind} with the wrong channels.`,
  );
}

function checkSpeed({ speed, isReversed }: Clip, { kind }: MediaReference, named: string): void {
  const isPlain = speed === undefined && isReversed !== true;
  check(isPlain || kind !== 'still', () => `${named} changes the speed of a still.`);
  check(speed === undefined || (speed > 0 && speed <= 1000), () => `${named} has no speed above zero.`);
}

/** Keyframes may lie before a clip's beginning and after its end, where a transition uses more of its media. */
function checkPoints({ motion = [], levels = [], markers = [] }: Clip, named: string): void {
  const isWhole = ({ frame }: { readonly frame: number }): boolean => Number.isSafeInteger(frame);
  check(
    motion.every(isWhole) && levels.every(isWhole) && markers.every(isWhole),
    () => `${named} has a keyframe or a marker at no whole frame.`,
  );
}

function checkClip(clip: Clip, track: Track, media: MediaReference | undefined): void {
  const named = `The clip “${clip.name}” on “${track.name}”`;
  if (media === undefined)
    throw new RangeError(`${named} shows media “${clip.mediaId}”, which is not listed.`);
  const { sourceStartFrame, durationFrames } = clip;
  check(isLength(durationFrames) && isCount(sourceStartFrame), () => `${named} is not cut at whole frames.`);
  check(media.kind !== 'still' || sourceStartFrame === 0, () => `${named} starts inside a still.`);
  const lastFrame = media.durationFrames ?? Infinity;
  checkSpeed(clip, media, named);
  checkPoints(clip, named);
  const endFrame = sourceStartFrame + sourceLengthOf(clip);
  check(endFrame <= lastFrame, () => `${named} goes on after the end of its media.`);
  const isShown = track.kind === 'video' ? media.size !== null : media.audioChannels !== null;
  check(isShown, () => `${named} needs ${track.kind === 'video' ? 'a picture' : 'sound'} its media has not.`);
}

/** True if a clip has room for the transition into it and for the one into the next clip. */
function isLongEnough(clip: Clip, next: Track['items'][number] | undefined): boolean {
  const nextHead = next?.kind === 'clip' ? headFramesOf(next) : 0;
  return overlapFramesOf(clip) + nextHead <= clip.durationFrames;
}

function problemOfHandles(
  before: Clip,
  clip: Clip,
  mediaById: ReadonlyMap<string, MediaReference>,
): string | null {
  const head = headFramesOf(clip);
  const overlap = overlapFramesOf(clip);
  if (![head, overlap].every(isCount) || head + overlap === 0) return 'is not whole frames long.';
  if (head > roomOf(clip, mediaById.get(clip.mediaId)).before) return 'begins before its media does.';
  if (overlap > roomOf(before, mediaById.get(before.mediaId)).after)
    return 'goes on after the end of the media before it.';
  return null;
}

/** Number of frames by which the clip can be extended at each end, at the sequence's rate. */
function roomOf(clip: Clip, media: MediaReference | undefined): { before: number; after: number } {
  if (media?.durationFrames === null) return { before: Infinity, after: Infinity };
  const rest = (media?.durationFrames ?? Infinity) - clip.sourceStartFrame - sourceLengthOf(clip);
  const [early, late] = [clip.sourceStartFrame, rest].map((frames) => frames / (clip.speed ?? 1));
  const [before = 0, after = 0] = clip.isReversed === true ? [late, early] : [early, late];
  return { before, after };
}

/**
 * Returns the problem of the transition into an item; null without a transition or a problem. Both clips must have the
 * frames that the transition shows, and it must end before the next one begins.
 */
export function problemOfTransition(
  { kind, items }: Track,
  index: number,
  mediaById: ReadonlyMap<string, MediaReference>,
): string | null {
  const before = items[index - 1];
  const clip = items[index];
  if (clip?.kind !== 'clip' || clip.transition === undefined) return null;
  if (kind !== 'video' || before?.kind !== 'clip') return 'has no picture before it.';
  if (!isLongEnough(before, clip) || !isLongEnough(clip, items[index + 1])) return 'is longer than its clip.';
  return problemOfHandles(before, clip, mediaById);
}

function checkTransition(track: Track, index: number, mediaById: ReadonlyMap<string, MediaReference>): void {
  const problem = problemOfTransition(track, index, mediaById);
  const item = track.items[index];
  const name = item?.kind === 'clip' ? item.name : '';
  check(problem === null, () => `The transition into “${name}” on “${track.name}” ${problem ?? ''}`);
}

/** Turns impossible transitions into cuts. Other programs keep transitions even if the media lack frames for them. */
export function withoutImpossibleTransitions(
  tracks: readonly Track[],
  media: readonly MediaReference[],
): readonly Track[] {
  const mediaById = new Map(media.map((one) => [one.mediaId, one]));
  return tracks.map((track) => ({
    ...track,
    items: track.items.map((item, index) => {
      if (item.kind === 'gap' || problemOfTransition(track, index, mediaById) === null) return item;
      const { transition, ...cut } = item;
      return transition ? cut : item;
    }),
  }));
}

function checkCaptions({ languageCode, captions }: CaptionTrack): void {
  check(/^[A-Za-z0-9-]+$/.test(languageCode), () => `“${languageCode}” is not a language tag.`);
  let cursor = 0;
  for (const { startFrame, durationFrames } of captions) {
    check(isCount(startFrame) && isLength(durationFrames), () => `A caption is not cut at whole frames.`);
    check(
      startFrame >= cursor,
      () => `The caption at frame ${String(startFrame)} overlaps the one before it.`,
    );
    cursor = startFrame + durationFrames;
  }
}

/**
 * Checks the rules that every writer relies on: whole frames, clips inside their media, media of the right kind,
 * captions without overlaps. Editors refuse or silently misread documents that break these rules, so the app does not
 * write such a timeline.
 * @throws RangeError naming the first broken rule.
 */
export function checkTimeline(timeline: Timeline): void {
  checkSequence(timeline);
  timeline.media.forEach(checkMedia);
  const mediaById = new Map(timeline.media.map((media) => [media.mediaId, media]));
  check(mediaById.size === timeline.media.length, () => 'Two media have the same id.');
  for (const track of timeline.tracks)
    for (const [index, item] of track.items.entries()) {
      checkTransition(track, index, mediaById);
      if (item.kind === 'clip') checkClip(item, track, mediaById.get(item.mediaId));
      else check(isLength(item.durationFrames), () => `A gap on “${track.name}” is not whole frames long.`);
    }
  timeline.captionTracks.forEach(checkCaptions);
  for (const { frame, name } of timeline.markers ?? [])
    check(isCount(frame), () => `The marker “${name}” is at no whole frame of the sequence.`);
  checkItemsWithoutMedia(timeline);
}

function checkItemsWithoutMedia({ itemsWithoutMedia = [], tracks }: Timeline): void {
  for (const { name, startFrame, durationFrames, trackKind, trackIndex } of itemsWithoutMedia) {
    check(
      isCount(startFrame) && isLength(durationFrames),
      () => `The item “${name}” is not cut at whole frames.`,
    );
    check(
      trackIndex === null || tracks[trackIndex]?.kind === trackKind,
      () => `The item “${name}” is on no track of its kind.`,
    );
  }
}
