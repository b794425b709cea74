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
  const byLocation = ofOneKey(before.media, locationOf);
  const byName = ofOneKey(before.media, nameOf);
  const byHash = Map.groupBy(before.media, ({ mediaId }) => hashesBefore?.get(mediaId) ?? '');
  const byStem = ofOneKey(before.media, stemOf);
  return new Map(
    after.media.map((media) => {
      const hash = hashesAfter?.get(media.mediaId) ?? '';
      const candidates = [
        byLocation.get(locationOf(media)),
        byName.get(nameOf(media)),
        // Copies of one file are the same.
        ...(hash === '' ? [] : (byHash.get(hash) ?? [])),
        byStem.get(stemOf(media)),
      ];
      const isOther = ({ mediaId }: MediaReference): boolean =>
        hash !== '' && hash !== (hashesBefore?.get(mediaId) ?? hash);
      const found = candidates.find((one) => one?.kind === media.kind && !isOther(one));
      return [media.mediaId, found?.mediaId ?? `new ${media.mediaId}`];
    }),
  );
}

const locationOf = ({ location }: MediaReference): string => location;
const nameOf = ({ fileName }: MediaReference): string => fileName.toLowerCase();
const stemOf = ({ fileName }: MediaReference): string => fileName.replace(/\.[^.]*$/, '').toLowerCase();

/** The media that alone have their key. */
function ofOneKey(
  media: readonly MediaReference[],
  keyOf: (media: MediaReference) => string,
): ReadonlyMap<string, MediaReference> {
  return new Map(
    [...Map.groupBy(media, keyOf)].flatMap(([key, [one, ...more]]) =>
      key !== '' && one !== undefined && more.length === 0 ? [[key, one] as const] : [],
    ),
  );
}
