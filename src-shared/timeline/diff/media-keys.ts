import type { MediaReference, Timeline } from '../timeline.ts';
import type { DiffOptions } from './cut-event.ts';

/**
 * What the media of a returned cut are called in the delivered one, by media id: same key, same media. A file of the same
 * place or name is another where both hashes are known and differ: it was made again, or retouched.
 */
export function mediaKeysOf(
  before: Timeline,
  after: Timeline,
  { hashesBefore, hashesAfter }: Pick<DiffOptions, 'hashesBefore' | 'hashesAfter'>,
): ReadonlyMap<string, string> {
  const finder = (keyOf: (media: MediaReference) => string): Finder => finderOf(before.media, keyOf);
  const [byLocation, byName, byStem] = [finder(locationOf), finder(nameOf), finder(stemOf)];
  const byHash = Map.groupBy(before.media, ({ mediaId }) => hashesBefore?.get(mediaId) ?? '');
  function* candidatesFor(media: MediaReference, hash: string): Generator<MediaReference | undefined> {
    yield byLocation(media);
    yield byName(media);
    // Copies of one file are the same.
    if (hash !== '') yield* byHash.get(hash) ?? [];
    yield byStem(media);
  }
  return new Map(
    after.media.map((media) => {
      const hash = hashesAfter?.get(media.mediaId) ?? '';
      const isOther = ({ mediaId }: MediaReference): boolean =>
        hash !== '' && hash !== (hashesBefore?.get(mediaId) ?? hash);
      const found = candidatesFor(media, hash).find((one) => one?.kind === media.kind && !isOther(one));
      return [media.mediaId, found?.mediaId ?? `new ${media.mediaId}`];
    }),
  );
}

const locationOf = ({ location }: MediaReference): string => location;
const nameOf = ({ fileName }: MediaReference): string => fileName.toLowerCase();
const stemOf = ({ fileName }: MediaReference): string => fileName.replace(/\.[^.]*$/, '').toLowerCase();

type Finder = (wanted: MediaReference) => MediaReference | undefined;

/** Finds the one of some media that alone has a key; what it looks in is made when it is first asked. */
function finderOf(media: readonly MediaReference[], keyOf: (media: MediaReference) => string): Finder {
  let byKey: Map<string, MediaReference | undefined> | undefined;
  const indexed = (): Map<string, MediaReference | undefined> => {
    const index = new Map<string, MediaReference | undefined>();
    for (const one of media) index.set(keyOf(one), index.has(keyOf(one)) ? undefined : one);
    index.delete('');
    return index;
  };
  return (wanted) => (byKey ??= indexed()).get(keyOf(wanted));
}
