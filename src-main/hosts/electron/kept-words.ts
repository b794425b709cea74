import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { systemCodeOf } from '../../foundation/folder-errors.ts';
import { type StartWords, startWordsSchema } from '../page/start-words.ts';

/** In the folder of the app's data. The installer of an update starts the app where it is there. */
export const askedFile = 'asked-at-end.json';

/**
 * Keeps for the next start what was asked for while the app ended. In a file of the user's own, as on a command line a
 * link has no company: whoever made it could have added the other words.
 */
export function keepWords(userData: string, words: readonly StartWords[]): void {
  writeFileSync(pathIn(userData), JSON.stringify(words), { mode: 0o600 });
}

/**
 * What was kept, which is given once.
 * @throws where there is something else, or it cannot be read.
 */
export function takeKeptWords(userData: string): StartWords[] {
  const path = pathIn(userData);
  try {
    const text = readFileSync(path, 'utf8');
    rmSync(path);
    return z.array(startWordsSchema).parse(JSON.parse(text));
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

function pathIn(userData: string): string {
  return join(userData, askedFile);
}
