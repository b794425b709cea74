const mostLetters = 60;

/** The name of a result, from the words it was asked for with. @param extension without the point */
export function displayNameOf(words: string, extension: string, fallback: string): string {
  const line = words
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .replaceAll(/[\\/:*?"<>|]/gu, '')
    .replace(/[.\s]+$/u, '')
    .trim();
  const letters = [...line];
  const cut = letters.length > mostLetters ? `${letters.slice(0, mostLetters).join('').trimEnd()}…` : line;
  return `${cut === '' ? fallback : cut}.${extension}`;
}

/** The name of a changed file: the original's without its ending, and what was done. */
export function changedName(original: string, change: string, extension: string): string {
  return `${original.replace(/\.\w{1,5}$/u, '')} (${change}).${extension}`;
}
