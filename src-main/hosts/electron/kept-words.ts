import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { systemCodeOf } from '../../foundation/files/folder-errors.ts';
import { type StartWords, startWordsSchema } from '../page/start-words.ts';

/** Name of the file in the app's data folder. The installer of an update starts the app if this file exists. */
export const askedFile = 'asked-at-end.json';
/** Time after which the user no longer waits for a request. */
const longestKeptMs = 24 * 3_600_000;

/**
 * Stores requests that arrive while the app ends, for the next start. Uses a file of the user's own: on a command line
 * a link must stand alone, as whoever made it could have added the other words.
 */
export function keepWords(userData: string, words: readonly StartWords[]): void {
  writeFileSync(pathIn(userData), JSON.stringify(words), { mode: 0o600 });
}

/**
 * Returns the stored requests, once.
 * @throws if the file holds something else, cannot be read, or is older than a day.
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
