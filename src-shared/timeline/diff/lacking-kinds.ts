import { clipsOfTracks } from '../placement.ts';
import type { Timeline, TimelineFormat, Track } from '../timeline.ts';

/** A kind of parts that exporting programs leave out as a whole. */
export type LackingKind = 'PICTURES' | 'SOUND' | 'CAPTIONS';

const hasClips = ({ tracks }: Timeline, kind: Track['kind']): boolean =>
  clipsOfTracks(tracks.filter((track) => track.kind === kind)).length > 0;

const hasCaptions = ({ captionTracks }: Timeline): boolean =>
  captionTracks.some(({ captions }) => captions.length > 0);

/** Formats that editors save their projects in. Only exports leave out kinds. */
const projectFormats: ReadonlySet<TimelineFormat> = new Set(['KDENLIVE', 'SHOTCUT']);

/**
 * Returns the kinds that the delivered cut has and the returned one has nothing of, such as the sound in a decision list
 * of pictures. They count as not carried, not as deleted. An editor's own project lacks nothing, nor does an empty cut:
 * there everything was deleted.
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
  if (pictures && !sound && hasClips(delivered, 'audio')) kinds.push('SOUND');
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
