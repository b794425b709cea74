import { foldName } from '../../model/fold-name.ts';
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

/** Returns a function that finds the only media of a file name; the name may lack the extension. */
export function mediaByName(
  media: readonly MediaReference[],
): (fileName: string) => MediaReference | undefined {
  const byName = finderOf<Named>(media, nameOf);
  const byStem = finderOf<Named>(media, stemOf);
  return (fileName) => byName({ fileName }) ?? (fileName.includes('.') ? undefined : byStem({ fileName }));
}

type Named = Pick<MediaReference, 'fileName'>;

const locationOf = ({ location }: MediaReference): string => location;
const nameOf = ({ fileName }: Named): string => foldName(fileName);
const stemOf = ({ fileName }: Named): string => foldName(fileName.replace(/\.[^.]*$/, ''));

type Finder<Wanted> = (wanted: Wanted) => MediaReference | undefined;

/** Finds the only media with a given key. Builds its index on the first call. */
function finderOf<Wanted>(
  media: readonly (MediaReference & Wanted)[],
  keyOf: (media: Wanted) => string,
): Finder<Wanted> {
  let byKey: Map<string, MediaReference | undefined> | undefined;
  const indexed = (): Map<string, MediaReference | undefined> => {
    const index = new Map<string, MediaReference | undefined>();
    for (const one of media) {
      const key = keyOf(one);
      index.set(key, index.has(key) ? undefined : one);
    }
    index.delete('');
    return index;
  };
  return (wanted) => (byKey ??= indexed()).get(keyOf(wanted));
}
