import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { systemCodeOf } from '../../foundation/folder-errors.ts';
import { type StartWords, startWordsSchema } from '../page/start-words.ts';

/** In the folder of the app's data. The installer of an update starts the app where it is there. */
export const askedFile = 'asked-at-end.json';
/** What was asked for before is nothing that the user still waits for. */
const longestKeptMs = 24 * 3_600_000;

/**
 * Keeps for the next start what was asked for while the app ended. In a file of the user's own, as on a command line a
 * link has no company: whoever made it could have added the other words.
 */
export function keepWords(userData: string, words: readonly StartWords[]): void {
  writeFileSync(pathIn(userData), JSON.stringify(words), { mode: 0o600 });
}

/**
 * What was kept, which is given once.
 * @throws where there is something else, it cannot be read, or it is older than a day.
 */
export function takeKeptWords(userData: string, nowMs: number): StartWords[] {
  const path = pathIn(userData);
  try {
    const ageMs = nowMs - statSync(path).mtimeMs;
    const text = readFileSync(path, 'utf8');
    rmSync(path);
    if (ageMs > longestKeptMs) throw new Error('What was asked for while the app ended is too old by now.');
    return z.array(startWordsSchema).parse(JSON.parse(text));
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

function pathIn(userData: string): string {
  return join(userData, askedFile);
}
