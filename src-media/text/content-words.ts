import { unspacedLetters } from '../../src-shared/script/speakable.ts';
import { stopWords } from '../../src-shared/script/stop-words.ts';

/** English words that carry no meaning for a topic and do not identify a language. */
const emptyEnglish = new Set(
  `about after again also am any because been before being between both could did does doing down during each few
  further get gets got here hers herself him himself into its itself just like made make makes many may me might more
  most much must no nor now off only other others our ours out over own same shall she should some such than them
  themselves these those through too under until up upon us very want way well where which while who whom whose why
  would yes yet yours one two three new still even ever every year years day days time times people thing things today`.split(
    /\s+/u,
  ),
);

/** Returns the words of a text in its spelling, in reading order. */
export function wordsOf(text: string, languageCode: string): string[] {
  if (unspacedLetters.test(text)) {
    const segmenter = new Intl.Segmenter(languageCode, { granularity: 'word' });
    return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
  }
  return text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’\-.][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu) ?? [];
}

/** True if a word indicates what a text is about. @param word in lower case */
export function isContentWord(word: string, languageCode: string): boolean {
  const language = languageCode.split('-')[0] ?? 'en';
  if (stopWords.get(language)?.has(word) || (language === 'en' && emptyEnglish.has(word))) return false;
  if (/^[\p{N}.,]+$/u.test(word)) return false;
  if (unspacedLetters.test(word)) return !/^\p{Script=Hiragana}+$/u.test(word) && word.length > 1;
  return word.replace(/['’].*$/u, '').length > 2;
}

/** Reduces word forms that differ by an English or Romance ending to one stem. */
export function stemOf(word: string): string {
  const plain = word.toLowerCase().replace(/['’]s?$/u, '');
  if (plain.length < 5) return plain.replace(/(?<=\p{L}{3})s$/u, '');
  return plain
    .replace(/ies$/u, 'y')
    .replace(/(?<=[sxz]|ch|sh)es$/u, '')
    .replace(/(?<![su])s$/u, '')
    .replace(/(?<=\p{L}{3})(?:ing|ed|ly)$/u, '');
}

/** Returns the stems of the content words in reading order, with repeats. */
export function contentStems(text: string, languageCode: string): string[] {
  return wordsOf(text, languageCode)
    .filter((word) => isContentWord(word.toLowerCase(), languageCode))
    .map(stemOf);
}
