import { stripEnd } from '../../src-shared/script/strip-end.ts';
import { wordsOf } from './content-words.ts';
import { rankSentences } from './rank-sentences.ts';
import { readText } from './read-text.ts';

/** Removes optional parts of a sentence: brackets, asides between commas or dashes, opening words. */
export function tightenSentence(sentence: string): string {
  const tight = sentence
    .replace(/\s*\([^()]{1,200}\)/gu, '')
    .replace(/\s+[–—]\s+[^–—]{1,120}\s+[–—]\s+/gu, ' ')
    .replace(
      /,\s+(?:which|who|where|whose|including|especially|for example|such as)\b[^,.;!?]{1,120},\s*/giu,
      ' ',
    )
    .replace(
      /^(?:However|Moreover|Furthermore|In addition|In fact|Of course|Basically|Actually|Also),\s+/u,
      '',
    )
    .replace(/\b(?:very|really|quite|just|actually|basically|simply)\s+(?=\p{L})/giu, '')
    .trim();
  return tight.charAt(0).toUpperCase() + tight.slice(1);
}

/** Keeps the first clauses up to `maxWords`, but at least one. */
function firstClauses(sentence: string, maxWords: number, languageCode: string): string {
  const clauses = sentence.split(/(?<=[,;:])\s+/u);
  let count = 0;
  let words = 0;
  for (const clause of clauses) {
    words += wordsOf(clause, languageCode).length;
    if (count > 0 && words > maxWords) break;
    count += 1;
  }
  if (count === clauses.length) return sentence;
  const end = sentence.slice(stripEnd(sentence, /[.!?。！？…]/u).length) || '.';
  return stripEnd(clauses.slice(0, count).join(' '), /[,;:]/u) + end;
}

/**
 * Shortens a text to its highest-ranking sentences and removes their asides.
 *
 * @param ratio share of the words to keep, from 0 to 1; at least one clause stays
 */
export function shorten(text: string, ratio: number): string {
  const read = readText(text);
  const { languageCode } = read;
  const lengthOf = (sentence: string) => wordsOf(sentence, languageCode).length;
  const tight = read.sentences.map(tightenSentence);
  const maxWords = read.sentences.reduce((sum, sentence) => sum + lengthOf(sentence), 0) * ratio;
  const kept: number[] = [];
  let words = 0;
  for (const index of rankSentences(read, read.sentences.length)) {
    const length = lengthOf(tight[index] ?? '');
    if (kept.length > 0 && words + length > maxWords) continue;
    kept.push(index);
    words += length;
  }
  const sentences = kept.toSorted((left, right) => left - right).map((index) => tight[index] ?? '');
  if (sentences.length > 1 || words <= maxWords) return sentences.join(' ');
  return firstClauses(sentences[0] ?? '', maxWords, languageCode);
}
