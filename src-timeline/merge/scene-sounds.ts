import type { Node } from './arrangement.ts';
import type { Merge } from './merged-node.ts';

/** Sounds linked to a delivered picture. */
function soundsOf({ base }: Merge, picture: string | null): readonly Node[] {
  return (base.othersAt.get(picture) ?? []).filter(
    ({ event }) => event.trackKind === 'audio' && event.clip.linkId !== null,
  );
}

/** True if the editor's sound of a scene stays. The project's words belong to the new one. */
export function keepsSound(merge: Merge, picture: string | null): boolean {
  const { log, theirs } = merge;
  return soundsOf(merge, picture).some(({ id, event }) => {
    const isReplaced = theirs.byId.get(id)?.event.mediaKey !== event.mediaKey;
    return log.isOurs('media', id) || (isReplaced && log.isOurs('split', id));
  });
}

/**
 * Returns the frames by which the project's words of a scene move: the place or the cut that it gave to their sound is
 * left out.
 */
export function shiftOfWords(merge: Merge, picture: string | null): number {
  const { theirs, log } = merge;
  for (const { id, offset } of soundsOf(merge, picture)) {
    const other = theirs.byId.get(id);
    const isOurs = (['place', 'cut', 'split'] as const).some((field) => log.isOurs(field, id));
    if (isOurs && other?.anchor === picture) return offset - other.offset + Math.round(other.stretch.head);
  }
  return 0;
}
