import { mediaKeysOf } from '../diff/match/media-keys.ts';
import type { MediaReference, Timeline } from '../model/timeline.ts';
import type { MediaHashes, MergeCuts, MergeOptions, Three } from './merge-types.ts';

/** Media of three cuts under common keys. */
export interface MergedMedia {
  /** Returns the delivered cut's key of a media. Media of one side alone have keys of their own. */
  readonly oursKeyOf: (mediaId: string) => string;
  readonly theirsKeyOf: (mediaId: string) => string;
  /** The merged cut's media by key, and by the ids that its clips have. */
  readonly byKey: ReadonlyMap<string, MediaReference>;
  readonly byId: ReadonlyMap<string, MediaReference>;
  /** Media that the merged cut keeps even if no clip shows them: all of ours and the project's new ones. */
  readonly kept: readonly MediaReference[];
}

export function mergeMedia({ base, ours, theirs }: MergeCuts, { hashes = {} }: MergeOptions): MergedMedia {
  const oursKeys = keysOf('ours', base, ours, hashes);
  const theirsKeys = keysOf('theirs', base, theirs, hashes);
  const byKey = new Map(ours.media.map((media) => [oursKeys.get(media.mediaId) ?? media.mediaId, media]));
  const taken = new Set(ours.media.map(({ mediaId }) => mediaId));
  const add = (key: string, media: MediaReference): void => {
    if (byKey.has(key)) return;
    const mediaId = freeId(media.mediaId, taken);
    byKey.set(key, { ...media, mediaId });
    taken.add(mediaId);
  };
  for (const media of theirs.media) add(theirsKeys.get(media.mediaId) ?? media.mediaId, media);
  for (const media of base.media) add(media.mediaId, media);
  const isFresh = (key: string): boolean => key.startsWith('theirs ');
  return {
    oursKeyOf: (id) => oursKeys.get(id) ?? id,
    theirsKeyOf: (id) => theirsKeys.get(id) ?? id,
    byKey,
    byId: new Map([...byKey.values()].map((media) => [media.mediaId, media])),
    kept: [...ours.media, ...[...byKey].flatMap(([key, media]) => (isFresh(key) ? [media] : []))],
  };
}

/** Keys as in the comparison of cuts. In theirs, a file of the same name with another length is another file. */
function keysOf(
  side: 'ours' | 'theirs',
  base: Timeline,
  other: Timeline,
  { [side]: hashesAfter, base: hashesBefore }: Partial<Three<MediaHashes>>,
): ReadonlyMap<string, string> {
  const hashes = { ...(hashesBefore && { hashesBefore }), ...(hashesAfter && { hashesAfter }) };
  const keys = mediaKeysOf(base, other, hashes);
  const baseById = new Map(base.media.map((media) => [media.mediaId, media]));
  return new Map(
    other.media.map(({ mediaId, durationFrames }) => {
      const found = baseById.get(keys.get(mediaId) ?? '');
      const hash = hashesAfter?.get(mediaId);
      const isSameFile = hash !== undefined && found && hash === hashesBefore?.get(found.mediaId);
      const isAsLong = side === 'ours' || isSameFile || found?.durationFrames === durationFrames;
      return [mediaId, found && isAsLong ? found.mediaId : `${side} ${mediaId}`];
    }),
  );
}

function freeId(wanted: string, taken: ReadonlySet<string>): string {
  let id = wanted;
  for (let number = 2; taken.has(id); number += 1) id = `${wanted}-${String(number)}`;
  return id;
}
