import type { Track } from '../timeline.ts';

type NamedRole = Pick<Track, 'name' | 'role'>;

/** Of tracks as they were called when the document was written; else by their names. */
function roleOf({ kind, name }: Omit<Track, 'role'>, known: readonly NamedRole[]): Track['role'] {
  const isOfPictures = (role: Track['role']): boolean => role === 'video' || role === 'background';
  const own = known.find((track) => track.name === name && isOfPictures(track.role) === (kind === 'video'));
  if (own) return own.role;
  if (kind === 'video') return /background/i.test(name) ? 'background' : 'video';
  if (/music/i.test(name)) return 'music';
  return /effect|sound/i.test(name) ? 'effects' : 'dialogue';
}

/** Tracks with a name each and a role, which the document has no word for. */
export function namedTracks(
  tracks: readonly Omit<Track, 'role'>[],
  known: readonly NamedRole[],
): readonly Track[] {
  const counts = { video: 0, audio: 0 };
  return tracks.map((track) => {
    counts[track.kind] += 1;
    const label = track.kind === 'video' ? 'Video' : 'Audio';
    const name = track.name || `${label} ${String(counts[track.kind])}`;
    return { ...track, name, role: roleOf({ ...track, name }, known) };
  });
}
