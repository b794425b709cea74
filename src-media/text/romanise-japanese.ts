import { toRomaji } from 'wanakana';
import type { ReadJapanese } from '../speech/espeak/japanese-reader.ts';

const latinWord = /^[\p{Script=Latin}\d]+$/u;

/**
 * A Japanese text in Latin letters by how it is read (Hepburn without signs for long vowels, as in `Tokyo`), with a
 * space between words. Kanji that the dictionary does not know are left out.
 */
export function romaniseJapanese(text: string, read: ReadJapanese): string {
  let words = '';
  let reading = '';
  const endWord = () => {
    // A reading is put together whole: a doubled consonant may stand across the border of two morphemes.
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
