import { bareWord, splitClauses, wordsIn } from './clauses.ts';
import { littleWordsOf } from './stop-words.ts';

const versus = /\s(?:vs\.?|versus|gegen|contre|contra|contro)\s/iu;
const mostWords = 4;

/** The two sides of a "this versus that". */
export function findComparison(text: string, languageCode: string): [string, string] | null {
  const clause = splitClauses(text.replace(/\bvs\./giu, 'vs')).find(({ text: words }) => versus.test(words));
  const [left, right, ...more] = clause?.text.split(versus) ?? [];
  if (!left || !right || more.length > 0) return null;
  const before = trimmed(wordsIn(left).slice(-2), languageCode);
  const after = trimmed(
    wordsIn(right).slice(0, wordsIn(right).length > mostWords ? 1 : mostWords),
    languageCode,
  );
  return before && after ? [before, after] : null;
}

function trimmed(words: readonly string[], languageCode: string): string {
  const little = littleWordsOf(languageCode);
  const isStop = (word = '') => little?.stops.has(bareWord(word)) ?? false;
  const kept = [...words];
  while (kept.length > 0 && isStop(kept[0])) kept.shift();
  while (kept.length > 0 && isStop(kept.at(-1))) kept.pop();
  return kept.join(' ');
}
