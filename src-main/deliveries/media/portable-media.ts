import { basename, extname } from 'node:path/posix';
import {
  isJapanese,
  type LatinText,
  loadLatinText,
  readingLanguage,
} from '../../../src-timeline/formats/latin-text.ts';
import { addFreeName, isSafeMediaName, safeMediaName } from '../../../src-timeline/model/media-name.ts';
import { portableName } from '../../foundation/files/portable-name.ts';
import { parentOf, parentPaths } from '../../transfers/bundle/name-collisions.ts';

/** Language code of a bundle's script, as its language is unknown. */
const unknownLanguage = 'und';

/**
 * Maps media of a bundle to paths that every editor accepts. Japanese names stay as the service wrote them, as far as
 * file systems take them: a transcription would need their reading.
 * @param paths relative, with slashes, of all files in folders.
 * @param texts of the documents; kana in them show that the script is Japanese.
 * @returns the new paths by the old ones, without unchanged ones.
 */
export async function portableMediaPaths(
  paths: readonly string[],
  texts: readonly string[],
): Promise<Map<string, string>> {
  const latinText = await loadLatinText();
  const naming = { latinText, languageCode: readingLanguage(unknownLanguage, [...paths, ...texts]) };
  const takenIn = new Map<string, Set<string>>();
  const placed = new Map<string, string>();
  const place = (path: string): string => {
    const known = placed.get(path);
    if (known !== undefined) return known;
    const folder = parentOf(path);
    const taken = takenIn.get(folder) ?? new Set();
    takenIn.set(folder, taken);
    const name = addPortableName(basename(path), taken, naming);
    const newPath = folder === '' ? name : `${place(folder)}/${name}`;
    placed.set(path, newPath);
    return newPath;
  };
  const stays = (path: string): boolean =>
    addPortableName(basename(path), new Set(), naming) === basename(path);
  const all = [...new Set(paths.flatMap((path) => [...parentPaths(path), path]))];
  // Places folders before their content, and unchanged names first, so that no other file takes them.
  const rank = (path: string): number => 2 * path.split('/').length + (stays(path) ? 0 : 1);
  for (const path of all.toSorted((a, b) => rank(a) - rank(b))) place(path);
  return new Map(paths.flatMap((path) => (place(path) === path ? [] : [[path, place(path)]])));
}

interface Naming {
  readonly latinText: LatinText;
  readonly languageCode: string;
}

function addPortableName(name: string, taken: Set<string>, { latinText, languageCode }: Naming): string {
  const extension = extname(name);
  const stem = basename(name, extension);
  if (isSafeMediaName(name)) return addFreeName(stem, extension, taken);
  if (isJapanese(stem, languageCode)) return addFreeName(portableName(stem), extension, taken);
  return safeMediaName(latinText(stem, languageCode), extension, taken);
}
