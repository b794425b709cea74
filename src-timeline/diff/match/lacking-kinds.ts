import { clipsOfTracks } from '../../model/placement.ts';
import type { Clip, Timeline, TimelineFormat, Track } from '../../model/timeline.ts';
import type { LackingKind } from '../edit.ts';
import { mediaKeysOf } from './media-keys.ts';

const clipsOf = ({ tracks }: Timeline, kind: Track['kind']): readonly Clip[] =>
  clipsOfTracks(tracks.filter((track) => track.kind === kind));

const hasClips = (timeline: Timeline, kind: Track['kind']): boolean => clipsOf(timeline, kind).length > 0;

/** True if the delivered cut has sound other than that of pictures whose media the returned one does not show. */
function hasSoundLeft(delivered: Timeline, returned: Timeline): boolean {
  const keys = mediaKeysOf(delivered, returned, {});
  const shown = new Set(clipsOf(returned, 'video').map(({ mediaId }) => keys.get(mediaId)));
  const pictures = Map.groupBy(clipsOf(delivered, 'video'), ({ linkId }) => linkId);
  return clipsOf(delivered, 'audio').some(({ linkId }) => {
    const linked = linkId === null ? [] : (pictures.get(linkId) ?? []);
    return linked.length === 0 || linked.some(({ mediaId }) => shown.has(mediaId));
  });
}

const hasCaptions = ({ captionTracks }: Timeline): boolean =>
  captionTracks.some(({ captions }) => captions.length > 0);

/** Formats that editors save their projects in. Only exports leave out kinds. */
const projectFormats: ReadonlySet<TimelineFormat> = new Set(['KDENLIVE', 'SHOTCUT']);

/**
 * Returns the kinds that the delivered cut has and the returned one has nothing of, such as the sound in a decision list
 * of pictures. They count as not carried, not as deleted. An editor's own project lacks nothing, nor does an empty cut:
 * there everything was deleted. Sound whose pictures were all removed went with them.
 * @param formats that the returned cut went through.
 */
export function lackingKinds(
  delivered: Timeline,
  returned: Timeline,
  formats: readonly TimelineFormat[] = [],
): readonly LackingKind[] {
  if (formats.length > 0 && formats.every((format) => projectFormats.has(format))) return [];
  const pictures = hasClips(returned, 'video');
  const sound = hasClips(returned, 'audio');
  const kinds: LackingKind[] = [];
  if (sound && !pictures && hasClips(delivered, 'video')) kinds.push('PICTURES');
  if (pictures && !sound && hasSoundLeft(delivered, returned)) kinds.push('SOUND');
  if ((pictures || sound) && hasCaptions(delivered) && !hasCaptions(returned)) kinds.push('CAPTIONS');
  return kinds;
}

/** Returns the delivered cut without the kinds that the returned one lacks. Its tracks stay, without clips. */
export function withoutKinds(timeline: Timeline, kinds: readonly LackingKind[]): Timeline {
  const isLacking = (track: Track): boolean => kinds.includes(track.kind === 'video' ? 'PICTURES' : 'SOUND');
  return {
    ...timeline,
    tracks: timeline.tracks.map((track) => (isLacking(track) ? { ...track, items: [] } : track)),
    ...(kinds.includes('CAPTIONS') && { captionTracks: [] }),
  };
}
