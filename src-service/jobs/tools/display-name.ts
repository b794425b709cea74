import { stripEnd } from '../../../src-shared/script/strip-end.ts';

const maxLetters = 60;

/** The name of a result, from the words it was asked for with. @param extension without the point */
export function displayNameOf(words: string, extension: string, fallback: string): string {
  const plain = words.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').replaceAll(/[\\/:*?"<>|]/gu, '');
  const line = stripEnd(plain, /[.\s]/u).trim();
  const letters = [...line];
  const cut = letters.length > maxLetters ? `${letters.slice(0, maxLetters).join('').trimEnd()}…` : line;
  return `${cut === '' ? fallback : cut}.${extension}`;
}

/** A file's name without its ending, as it can stand over a movie. */
export function bareName(fileName: string): string {
  return fileName.replace(/(?<=.)\.(?=\w*[a-z])\w{2,5}$/iu, '');
}

/** The name of a changed file: the original's without its ending, and what was done. */
export function changedName(original: string, change: string, extension: string): string {
  return `${bareName(original)} (${change}).${extension}`;
}
