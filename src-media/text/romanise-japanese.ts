import { toRomaji } from 'wanakana';
import type { ReadJapanese } from '../speech/espeak/japanese-reader.ts';

const latinWord = /^[\p{Script=Latin}\d]+$/u;

/**
 * Converts a Japanese text to Latin letters by its reading (Hepburn without signs for long vowels, as in `Tokyo`), with
 * a space between words. Omits kanji that the dictionary does not contain.
 */
export function romaniseJapanese(text: string, read: ReadJapanese): string {
  let words = '';
  let reading = '';
  const endWord = () => {
    // Converts the whole reading at once, because a doubled consonant may span two morphemes.
    words += ` ${toRomaji(reading.replace(/ー/g, ''))}`;
    reading = '';
  };
  for (const { written, pronunciation, isEnding } of read(text.normalize('NFKC'))) {
    if (!isEnding) endWord();
    const spoken = latinWord.test(written) ? null : pronunciation;
    reading += spoken ?? written.replace(/\p{Script=Han}+/gu, '');
  }
  endWord();
  return words.trim().replace(/\s+/g, ' ');
}
