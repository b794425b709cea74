import { titleFromText } from '../../src-shared/script/script-title.ts';
import { stripEnd } from '../../src-shared/script/strip-end.ts';
import { contentStems } from './content-words.ts';
import { keywordsOf } from './keywords-of.ts';
import { rankSentences } from './rank-sentences.ts';
import type { ReadText } from './read-text.ts';
import { tightenSentence } from './shorten.ts';

const smallWords = new Set('a an and as at but by for from in into nor of on or the to with'.split(' '));

/** Formats a title. English titles get capitals; other languages keep their spelling. */
export function asTitle(text: string, languageCode: string): string {
  const plain = titleFromText(stripEnd(text, /[.!。！]/u)).replace(
    /(?:\s+(?:an?|the|by|of|in|for|and|to|at|on|with))+…$/iu,
    '…',
  );
  if (languageCode !== 'en') return plain.charAt(0).toUpperCase() + plain.slice(1);
  const words = plain.split(' ');
  return words
    .map((word, index) => {
      const isSmall = index > 0 && index < words.length - 1 && smallWords.has(word.toLowerCase());
      return isSmall || /\p{Lu}/u.test(word.slice(1)) ? word : word.charAt(0).toUpperCase() + word.slice(1);
    })
    .join(' ');
}

/** Returns the part of a sentence before its first pause, if it contains enough. */
function firstClause(sentence: string, languageCode: string): string {
  const clause = /^[^,;:–—]+/u.exec(sentence)?.[0].trim() ?? sentence;
  return contentStems(clause, languageCode).length >= 2 ? clause : sentence;
}

/** Returns titles from a text's own words, the best first: its headings, its key clauses, its key words. */
export function titlesOf(read: ReadText, text: string, count: number): string[] {
  const { languageCode, sentences } = read;
  const clauses = rankSentences(read, count + 2).map((index) =>
    firstClause(tightenSentence(sentences[index] ?? ''), languageCode),
  );
  const keywords = keywordsOf(text, 6);
  const pairs = keywords.flatMap((_keyword, index) =>
    index % 2 === 0 ? [keywords.slice(index, index + 2)] : [],
  );
  const joined = pairs.filter((pair) => pair.length === 2).map(([left, right]) => `${left}: ${right}`);
  const candidates = [...read.headings, ...clauses, ...joined, ...keywords];
  const titles = candidates
    .map((candidate) => asTitle(candidate, languageCode))
    .filter((title) => title !== '');
  return [...new Set(titles)].slice(0, count);
}
