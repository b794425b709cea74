import { type Finder, finderOf, nameOf, stemOf } from '../../model/find-media.ts';
import type { MediaReference, Timeline } from '../../model/timeline.ts';
import type { DiffOptions } from './cut-event.ts';

/**
 * Maps media ids of a returned cut to the delivered cut's: same key, same media. Files with the same place or name
 * differ if both hashes are known and differ, because one was made again or retouched.
 */
export function mediaKeysOf(
  before: Timeline,
  after: Timeline,
  { hashesBefore, hashesAfter }: Pick<DiffOptions, 'hashesBefore' | 'hashesAfter'>,
): ReadonlyMap<string, string> {
  const finder = (partOf: (media: MediaReference) => string): Finder<MediaReference> =>
    finderOf(before.media, partOf);
  const byLocation = finder(locationOf);
  const byName = finder(nameOf);
  const byStem = finder(stemOf);
  // Copies of one file count as the same media.
  const byHash = hashesBefore && Map.groupBy(before.media, ({ mediaId }) => hashesBefore.get(mediaId) ?? '');
  const keyOf = (media: MediaReference): string => {
    const hash = hashesAfter?.get(media.mediaId) ?? '';
    const isOther = ({ mediaId }: MediaReference): boolean =>
      hash !== '' && hash !== (hashesBefore?.get(mediaId) ?? hash);
    const asKnown = (one: MediaReference | undefined): string | undefined =>
      one?.kind === media.kind && !isOther(one) ? one.mediaId : undefined;
    const asCopy = (): string | undefined =>
      hash === '' ? undefined : byHash?.get(hash)?.find(({ kind }) => kind === media.kind)?.mediaId;
    const byPlace = asKnown(byLocation(media)) ?? asKnown(byName(media));
    return byPlace ?? asCopy() ?? asKnown(byStem(media)) ?? `new ${media.mediaId}`;
  };
  return new Map(after.media.map((media) => [media.mediaId, keyOf(media)]));
}

const locationOf = ({ location }: MediaReference): string => location;
