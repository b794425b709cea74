import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { uploadPathsOf } from './upload-words.ts';

/** What a command line asks for. */
export const startWordsSchema = z.object({
  /** Files to send to the library. */
  uploadPaths: z.array(z.string()),
  /** Files opened with the app. */
  openPaths: z.array(z.string()),
  /** Links to things of the app, of anybody's making. */
  links: z.array(z.string()),
});
export type StartWords = z.infer<typeof startWordsSchema>;

const handedOverSchema = z.object({ startWords: z.string() });

/** For the first instance. Electron 33 loses all where a text is not ASCII. */
export function handOver(words: StartWords): z.infer<typeof handedOverSchema> {
  return { startWords: encodeURIComponent(JSON.stringify(words)) };
}

/** What another instance handed over; null where it is not of our making. */
export function takeOver(data: unknown): StartWords | null {
  try {
    const { startWords } = handedOverSchema.parse(data);
    return startWordsSchema.parse(JSON.parse(decodeURIComponent(startWords)));
  } catch {
    return null;
  }
}

const isLink = (word: string): boolean => /^dailies:/i.test(word);

/**
 * Reads a command line. Beside a link nothing else is asked for: its maker could have added words.
 * @param words without the program.
 * @param folder what relative paths are from.
 * @param appFolder of the app itself, which is no file to be opened.
 */
export function startWordsOf(words: readonly string[], folder: string, appFolder: string): StartWords {
  const links = words.filter(isLink).slice(0, 1);
  if (links.length > 0) return { uploadPaths: [], openPaths: [], links };
  const uploadPaths = uploadPathsOf(words, folder);
  const paths = words
    .filter((word) => word !== '' && !word.startsWith('-'))
    .map((word) => pathOf(word, folder))
    .filter((path) => path !== null && path !== resolve(folder, appFolder) && !uploadPaths.includes(path));
  return { uploadPaths, openPaths: [...new Set(paths)] as string[], links };
}

/** Absolute; null for an address of another computer. */
function pathOf(word: string, folder: string): string | null {
  if (!/^file:/i.test(word)) return resolve(folder, word);
  try {
    return fileURLToPath(word);
  } catch {
    return null;
  }
}
