import { resolve } from 'node:path';

/**
 * Finds the files to send to the library: the words after `--upload` up to the next option. After `--` every word is a
 * file.
 * @param folder base of relative paths.
 * @returns absolute paths, each once.
 */
export function uploadPathsOf(words: readonly string[], folder: string): string[] {
  const paths: string[] = [];
  let isUpload = false;
  for (const [index, word] of words.entries()) {
    if (word === '--' && isUpload) return unique([...paths, ...words.slice(index + 1)], folder);
    if (word.startsWith('--')) isUpload = word === '--upload';
    else if (isUpload && word !== '') paths.push(word);
  }
  return unique(paths, folder);
}

function unique(paths: readonly string[], folder: string): string[] {
  return [...new Set(paths.map((path) => resolve(folder, path)))];
}
