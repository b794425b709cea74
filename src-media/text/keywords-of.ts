import { isContentWord, stemOf, wordsOf } from './content-words.ts';
import { readText, type ReadText } from './read-text.ts';

interface Found {
  readonly written: string;
  count: number;
  readonly first: number;
  isName: boolean;
}

/** Minimum number of occurrences for two adjacent content words to form one key word. */
const minPairCount = 2;

function note(found: Map<string, Found>, key: string, word: Omit<Found, 'count'>): void {
  const known = found.get(key);
  if (!known) found.set(key, { ...word, count: 1 });
  else {
    known.count += 1;
    known.isName ||= word.isName;
  }
}

function countWords({ sentences, headings, languageCode }: ReadText): Map<string, Found> {
  const found = new Map<string, Found>();
  let first = 0;
  for (const sentence of [...headings, ...sentences]) {
    let previous: { readonly word: string; readonly isName: boolean } | null = null;
    for (const [index, word] of wordsOf(sentence, languageCode).entries()) {
      first += 1;
      const isContent = isContentWord(word.toLowerCase(), languageCode);
      // The first word of a sentence is capitalised in any case.
      const isName: boolean = index > 0 && /^\p{Lu}/u.test(word);
      if (isContent) note(found, stemOf(word), { written: word, first, isName });
      if (isContent && previous) {
        const pair = { written: `${previous.word} ${word}`, first, isName: previous.isName && isName };
        note(found, `${stemOf(previous.word)} ${stemOf(word)}`, pair);
      }
      previous = isContent ? { word, isName } : null;
    }
  }
  return found;
}

function scoreOf([key, { count, first, isName }]: [string, Found], total: number): number {
  const isPair = key.includes(' ');
  if (isPair && count < minPairCount && !isName) return 0;
  const early = 1 + 0.5 * (1 - first / Math.max(1, total));
  return count * early * (isPair ? 2 : 1) * (isName ? 1.4 : 1) * (key.length > 6 ? 1.15 : 1);
}

function withoutCapital(word: string, languageCode: string): string {
  const isPlain = /^\p{Lu}\p{Ll}+$/u.test(word) && languageCode !== 'de';
  return isPlain ? word.toLowerCase() : word;
}

/**
 * Returns the topics of a text: its highest-ranking words and word pairs, best first, in the text's spelling. Names
 * keep their capitals.
 *
 * @param count maximum number
 */
export function keywordsOf(text: string, count = 8): string[] {
  const read = readText(text.slice(0, 50_000));
  const found = countWords(read);
  const ranked = [...found]
    .map((entry) => ({ key: entry[0], word: entry[1], score: scoreOf(entry, found.size) }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score || left.word.first - right.word.first);
  const chosen: typeof ranked = [];
  for (const candidate of ranked) {
    if (chosen.length === count) break;
    const parts = candidate.key.split(' ');
    const isSaid = chosen.some(({ key }) => parts.every((part) => key.split(' ').includes(part)));
    if (!isSaid) chosen.push(candidate);
  }
  return chosen.map(({ word }) =>
    word.isName ? word.written : withoutCapital(word.written, read.languageCode),
  );
}
