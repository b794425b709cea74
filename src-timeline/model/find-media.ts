import { foldName } from './fold-name.ts';
import type { MediaReference } from './timeline.ts';

/** Returns a function that finds the only media of a file name; the name may lack the extension. */
export function mediaByName(
  media: readonly MediaReference[],
): (fileName: string) => MediaReference | undefined {
  const byName = finderOf<Named>(media, nameOf);
  const byStem = finderOf<Named>(media, stemOf);
  return (fileName) => byName({ fileName }) ?? (fileName.includes('.') ? undefined : byStem({ fileName }));
}

type Named = Pick<MediaReference, 'fileName'>;

/** Returns the key of media by name. */
export const nameOf = ({ fileName }: Named): string => foldName(fileName);

/** Returns the key of media by name without extension. */
export const stemOf = ({ fileName }: Named): string => foldName(fileName.replace(/\.[^.]*$/, ''));

export type Finder<Wanted> = (wanted: Wanted) => MediaReference | undefined;

/** Finds the only media with a given key. Builds its index on the first call. */
export function finderOf<Wanted>(
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
