import { resolve } from 'node:path';
import { AppError } from '../../../src-shared/app-error.ts';

/**
 * Returns the absolute path of a word of the command line. An empty word, such as that of an unset variable, would name
 * the current folder.
 * @throws AppError `invalid_input`.
 */
export function givenPath(word: string): string {
  if (word === '') throw new AppError('invalid_input', 'A path is empty.');
  return resolve(word);
}
