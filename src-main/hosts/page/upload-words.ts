import { resolve } from 'node:path';

/** A command line in two parts. */
interface UploadWords {
  /** Files to send to the library. */
  readonly files: readonly string[];
  /** All other words, with each `--upload`. */
  readonly rest: readonly string[];
}

const option = '--upload';

/**
 * Separates the files to send to the library: the words after `--upload` up to the next option, also with one hyphen in
 * front. After `--` every word is a file.
 */
export function splitUploadWords(words: readonly string[]): UploadWords {
  const files: string[] = [];
  const rest: string[] = [];
  let isUpload = false;
  for (const [index, word] of words.entries()) {
    if (word === '--') {
      if (isUpload) files.push(...words.slice(index + 1));
      else rest.push(...words.slice(index));
      break;
    }
    const isJoined = word.startsWith(`${option}=`);
    if (isJoined) files.push(word.slice(option.length + 1));
    if (word.startsWith('--')) isUpload = isJoined || word === option;
    if (word.startsWith('--') || !isUpload) rest.push(isJoined ? option : word);
    else files.push(word);
  }
  return { files: files.filter((file) => file !== ''), rest };
}

/**
 * Finds the files to send to the library.
 * @param folder base of relative paths.
 * @returns absolute paths, each once.
 */
export function uploadPathsOf(words: readonly string[], folder: string): string[] {
  return [...new Set(splitUploadWords(words).files.map((path) => resolve(folder, path)))];
}
