import { resolve } from 'node:path';

/**
 * The files a command line asks to be sent to the library: the words after `--upload` up to the next option; after
 * `--` every word is a file.
 * @param folder what relative paths are from.
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
