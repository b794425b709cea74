import { diffWordsWithSpace } from 'diff';

export interface ChangedWords {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** The words that differ between two texts, stretch by stretch, each as they stand. */
export function changedWords(before: string, after: string): ChangedWords {
  const parts = diffWordsWithSpace(before, after);
  const textsOf = (kind: 'removed' | 'added'): readonly string[] =>
    parts.flatMap((part) => (part[kind] && part.value.trim() !== '' ? [part.value.trim()] : []));
  return { removed: textsOf('removed'), added: textsOf('added') };
}
