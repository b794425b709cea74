import type { Timeline, Track } from '../../model/timeline.ts';

/**
 * Maps each track of the returned cut to the index of its delivered track of the same kind: by most shared clips, then
 * by name, role and order. New tracks get the numbers after the delivered cut's last.
 */
export function matchTracks(
  before: Timeline,
  after: Timeline,
  keyOf: (mediaId: string) => string,
): readonly number[] {
  const candidates = after.tracks.flatMap((track, now) =>
    before.tracks.flatMap((other, old) =>
      other.kind === track.kind ? [{ now, old, likeness: likenessOf(other, track, keyOf) }] : [],
    ),
  );
  const taken = new Set<number>();
  const indexes = new Array<number | undefined>(after.tracks.length).fill(undefined);
  for (const { now, old } of candidates.toSorted((a, b) => b.likeness - a.likeness)) {
    if (indexes[now] !== undefined || taken.has(old)) continue;
    indexes[now] = old;
    taken.add(old);
  }
  let next = before.tracks.length;
  return indexes.map((index) => index ?? next++);
}

function likenessOf(old: Track, now: Track, keyOf: (mediaId: string) => string): number {
  const counts = new Map<string, number>();
  for (const item of old.items)
    if (item.kind === 'clip') counts.set(item.mediaId, (counts.get(item.mediaId) ?? 0) + 1);
  let shared = 0;
  for (const item of now.items) {
    const rest = item.kind === 'clip' ? (counts.get(keyOf(item.mediaId)) ?? 0) : 0;
    if (item.kind === 'gap' || rest === 0) continue;
    counts.set(keyOf(item.mediaId), rest - 1);
    shared += 1;
  }
  return shared + (old.name === now.name ? 0.5 : 0) + (old.role === now.role ? 0.25 : 0);
}
