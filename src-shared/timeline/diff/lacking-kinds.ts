import { clipsOfTracks } from '../placement.ts';
import type { Timeline, Track } from '../timeline.ts';

/** A kind of parts that exporting programs leave out as a whole. */
export type LackingKind = 'PICTURES' | 'SOUND' | 'CAPTIONS';

const hasClips = ({ tracks }: Timeline, kind: Track['kind']): boolean =>
  clipsOfTracks(tracks.filter((track) => track.kind === kind)).length > 0;

const hasCaptions = ({ captionTracks }: Timeline): boolean =>
  captionTracks.some(({ captions }) => captions.length > 0);

/**
 * Returns the kinds that the delivered cut has and the returned one has nothing of, such as the sound in a decision list
 * of pictures. They count as not carried, not as deleted. An empty cut lacks nothing: everything was deleted from it.
 */
export function lackingKinds(delivered: Timeline, returned: Timeline): readonly LackingKind[] {
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
