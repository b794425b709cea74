import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { uploadPathsOf } from './upload-words.ts';

/** Requests of a command line. */
export const startWordsSchema = z.object({
  /** Files to send to the library. */
  uploadPaths: z.array(z.string()),
  /** Files opened with the app. */
  openPaths: z.array(z.string()),
  /** Links to things of the app; anybody can have made them. */
  links: z.array(z.string()),
});
export type StartWords = z.infer<typeof startWordsSchema>;

const handedOverSchema = z.object({ startWords: z.string() });

/** Encodes the words for the first instance. Electron 33 loses all of them if a text is not ASCII. */
export function handOver(words: StartWords): z.infer<typeof handedOverSchema> {
  return { startWords: encodeURIComponent(JSON.stringify(words)) };
}

/** Decodes the words from another instance; null if the app did not make them. */
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
 * Reads a command line. A link excludes all other words, as its maker could have added them.
 * @param words without the program.
 * @param folder base of relative paths.
 * @param appFolder the app's own folder, which is not a file to open.
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

/** Returns an absolute path; null for an address of another computer. */
function pathOf(word: string, folder: string): string | null {
  if (!/^file:/i.test(word)) return resolve(folder, word);
  try {
    return fileURLToPath(word);
  } catch {
    return null;
  }
}
