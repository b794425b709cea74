import { diffWordsWithSpace } from 'diff';

export interface ChangedWords {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Lists the words that differ between two texts, run by run. */
export function changedWords(before: string, after: string): ChangedWords {
  const parts = diffWordsWithSpace(before, after);
  const textsOf = (kind: 'removed' | 'added'): readonly string[] =>
    parts.flatMap((part) => (part[kind] && part.value.trim() !== '' ? [part.value.trim()] : []));
  return { removed: textsOf('removed'), added: textsOf('added') };
}
