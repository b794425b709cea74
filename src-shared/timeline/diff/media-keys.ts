import type { MediaReference, Timeline } from '../timeline.ts';
import type { DiffOptions } from './cut-event.ts';

/** What the media of a returned cut are called in the delivered one, by media id: same key, same media. */
export function mediaKeysOf(
  before: Timeline,
  after: Timeline,
  { hashesBefore, hashesAfter }: Pick<DiffOptions, 'hashesBefore' | 'hashesAfter'>,
): ReadonlyMap<string, string> {
  const hashOf = (media: MediaReference, hashes = hashesBefore): string | null =>
    hashes?.get(media.mediaId) ?? null;
  const tests: readonly ((media: MediaReference, isAfter: boolean) => string | null)[] = [
    ({ location }) => location,
    ({ fileName }) => fileName.toLowerCase(),
    (media, isAfter) => hashOf(media, isAfter ? hashesAfter : hashesBefore),
    ({ fileName }) => fileName.replace(/\.[^.]*$/, '').toLowerCase(),
  ];
  const tables = tests.map((keyOf) => uniqueIds(before.media, (media) => keyOf(media, false)));
  return new Map(
    after.media.map((media) => {
      const found = tests
        .map((keyOf, index) => tables[index]?.get(keyOf(media, true) ?? '') ?? null)
        .find((one) => one?.kind === media.kind);
      return [media.mediaId, found?.mediaId ?? `new ${media.mediaId}`];
    }),
  );
}

function uniqueIds(
  media: readonly MediaReference[],
  keyOf: (media: MediaReference) => string | null,
): ReadonlyMap<string, MediaReference> {
  const groups = Map.groupBy(media, keyOf);
  return new Map(
    [...groups].flatMap(([key, [one, ...more]]) =>
      key !== null && key !== '' && one !== undefined && more.length === 0 ? [[key, one] as const] : [],
    ),
  );
}
