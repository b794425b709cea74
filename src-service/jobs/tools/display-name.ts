import { stripEnd } from '../../../src-shared/script/strip-end.ts';

const maxLetters = 60;

/** Makes a result's name from the words of its request. @param extension without the dot */
export function displayNameOf(words: string, extension: string, fallback: string): string {
  const plain = words.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').replaceAll(/[\\/:*?"<>|]/gu, '');
  const line = stripEnd(plain, /[.\s]/u).trim();
  const letters = [...line];
  const cut = letters.length > maxLetters ? `${letters.slice(0, maxLetters).join('').trimEnd()}…` : line;
  return `${cut === '' ? fallback : cut}.${extension}`;
}

/** Returns a file name without its extension, for use as a movie's title. */
export function bareName(fileName: string): string {
  return fileName.replace(/(?<=.)\.(?=\w*[a-z])\w{2,5}$/iu, '');
}

/** Returns the name of a changed file: the original without its extension, plus the change. */
export function changedName(original: string, change: string, extension: string): string {
  return `${bareName(original)} (${change}).${extension}`;
}
