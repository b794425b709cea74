import type { Clip, Gap, MediaReference, Timeline, Track } from '../../src-shared/timeline/timeline.ts';
import { sha256Of } from '../foundation/sha256-of.ts';

/**
 * What tells two cuts apart: a hash of what is seen and heard when, and of the media themselves. Names, notes, ids and
 * places of files do not count.
 * @param hashOf a media file's own hash, or what stands for it.
 * @returns 64 hexadecimal digits.
 */
export function cutIdentity(timeline: Timeline, hashOf: (media: MediaReference) => string): string {
  const { frameRate, width, height, startFrame, isDropFrame, captionTracks } = timeline;
  const hashes = new Map(timeline.media.map((media) => [media.mediaId, hashOf(media)]));
  const links = new Map<string, number>();
  const cut = {
    rate: [frameRate.numerator, frameRate.denominator],
    frame: [width, height],
    start: [startFrame, isDropFrame],
    tracks: timeline.tracks
      .map((track) => plainTrack(track, hashes, links))
      .filter(({ items }) => items.length),
    captions: captionTracks.map(({ captions }) =>
      captions.map((caption) => [caption.startFrame, caption.durationFrames, ...caption.lines]),
    ),
  };
  return sha256Of(JSON.stringify(cut));
}

/** Room behind the last clip is none. */
function plainTrack({ kind, role, items }: Track, hashes: Map<string, string>, links: Map<string, number>) {
  const last = items.findLastIndex((item) => item.kind === 'clip');
  return { kind, role, items: items.slice(0, last + 1).map((item) => plainItem(item, hashes, links)) };
}

function plainItem(item: Clip | Gap, hashes: Map<string, string>, links: Map<string, number>): unknown {
  if (item.kind === 'gap') return item.durationFrames;
  const { linkId, transition, motion, levels, fades } = item;
  if (linkId !== null && !links.has(linkId)) links.set(linkId, links.size);
  return [
    hashes.get(item.mediaId) ?? '',
    item.sourceStartFrame,
    item.durationFrames,
    linkId === null ? null : links.get(linkId),
    [item.speed ?? 1, item.isReversed === true, item.isDisabled === true],
    transition && [transition.style, transition.durationFrames, transition.framesBeforeCut ?? 0],
    motion?.map(({ frame, scale, x, y }) => [frame, rounded(scale), rounded(x), rounded(y)]),
    levels?.map(({ frame, levelDb }) => [frame, rounded(levelDb)]),
    fades && [fades.inFrames, fades.outFrames],
    item.unread?.map(({ source }) => source),
  ].map((part) => part ?? null);
}

/** As far as documents write numbers out. */
function rounded(value: number): number {
  return Number(value.toFixed(4));
}
