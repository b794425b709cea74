import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, isAbsolute, join } from 'node:path';
import type { ReturnEditor } from '../../../src-shared/contract/return-editor.ts';
import { recordFolder, returnsFolder } from '../../deliveries/version/manifest.ts';
import { systemCodeOf } from '../../foundation/files/folder-errors.ts';
import { factsWithin, staysWithin } from '../../foundation/files/read-foreign-file.ts';
import { captionsBeside, type CaptionsName } from './captions-beside.ts';

/** Types of returns by file name suffix. */
const typeOfSuffix = {
  '.fcpxml': 'fcpxml',
  '.fcpxmld': 'fcpxml',
  '.xml': 'xml',
  '.otio': 'otio',
  '.otiod': 'otio',
  '.otioz': 'otio',
  '.edl': 'edl',
  '.kdenlive': 'kdenlive',
  '.mlt': 'mlt',
  '.osp': 'osp',
  '.srt': 'srt',
  '.vtt': 'srt',
  '.mp4': 'movie',
  '.mov': 'movie',
  '.m4v': 'movie',
  '.mkv': 'movie',
  '.webm': 'movie',
  '.mxf': 'movie',
} as const;
export type ReturnType = (typeof typeOfSuffix)[keyof typeof typeOfSuffix];

/** The likely editor until the file is read. */
export const editorOfType: Readonly<Record<ReturnType, ReturnEditor>> = {
  fcpxml: 'final-cut',
  xml: 'premiere',
  otio: 'otio',
  edl: 'edl',
  kdenlive: 'kdenlive',
  mlt: 'shotcut',
  osp: 'openshot',
  srt: 'srt',
  movie: 'movie',
};

/** Suffixes of folders that are one document, with the name of the document in them. */
const documentInBundle: Readonly<Record<string, string>> = {
  '.fcpxmld': 'Info.fcpxml',
  '.otiod': 'content.otio',
};

type State = Pick<ReturnFile, 'sizeBytes' | 'modifiedAtMs'>;

/** Captions that an editor exported beside a timeline. */
export interface CaptionsFile extends CaptionsName, State {
  readonly path: string;
}

/** A file, or a folder that is one document, that may be a return. */
export interface ReturnFile {
  /** Path in the version's folder, with `/` between segments; the absolute path of a file elsewhere. */
  readonly relativePath: string;
  readonly path: string;
  /** File to read: the document in a bundle, else the file itself. */
  readonly documentPath: string;
  /** Captions that a project names: files beside it with its name as prefix. */
  readonly sidePaths: readonly string[];
  /** Captions beside a timeline that are part of it by their names. */
  readonly captions: readonly CaptionsFile[];
  readonly type: ReturnType;
  /** State without these captions. */
  readonly document: State;
  /** Size including the files beside it. */
  readonly sizeBytes: number;
  /** Latest change of the file and of the files beside it. */
  readonly modifiedAtMs: number;
}

const suffixOf = (name: string): string => extname(name).toLowerCase();

/** Returns the type by name; null for names that are no return: hidden files, backups and temporary files. */
export function returnTypeOf(name: string): ReturnType | null {
  if (/^[.~#]|~$/.test(name)) return null;
  // Kdenlive keeps this copy of a project that another program wrote, beside its own.
  if (/_backup\d*\.kdenlive$/i.test(name)) return null;
  // Captions are read with their project.
  if (/\.(?:kdenlive|mlt)\.srt$/i.test(name)) return null;
  return (typeOfSuffix as Readonly<Record<string, ReturnType>>)[suffixOf(name)] ?? null;
}

/** True for a folder that is one document. */
export function isBundleName(name: string): boolean {
  return suffixOf(name) in documentInBundle;
}

const statsAtOnce = 256;

/**
 * Lists possible returns in a version's folder and its folder for returns, sorted by path. Movies count in the latter
 * only; skips files that cannot be examined.
 * @throws errors of `readdir` for the version's folder, and for an existing folder for returns.
 */
export async function listReturnFiles(versionFolder: string): Promise<ReturnFile[]> {
  const beside = (await filesIn(versionFolder, '')).filter(({ type }) => type !== 'movie');
  const within = await filesIn(versionFolder, `${returnsFolder}/`).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(systemCodeOf(error))) return [];
    throw error;
  });
  return [...beside, ...within].toSorted((a, b) => (a.relativePath < b.relativePath ? -1 : 1));
}

/** True for folders that programs keep for themselves. */
export function isPassedOver(name: string): boolean {
  return /^[.~$@#]|auto-?save|^(?:CacheClip|node_modules)$|\.(?:fcpbundle|app|\w+library)$/i.test(name);
}

/** Levels watched below a user's folder. */
export const watchedLevels = 4;
const maxNamesWatched = 20_000;

/**
 * Lists possible returns in a user's folder and below, without versions and hidden folders.
 * @returns null where the folders contain more than `maxNames` names.
 * @throws errors of `readdir` for the folder itself.
 */
export async function listFolderFiles(
  folder: string,
  maxNames = maxNamesWatched,
): Promise<ReturnFile[] | null> {
  const found: ReturnFile[] = [];
  const places = [{ path: folder, level: 0 }];
  let names = 0;
  for (const { path, level } of places) {
    const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
      if (level === 0) throw error;
      return [];
    });
    names += entries.length;
    if (names > maxNames) return null;
    if (entries.some(({ name }) => name === recordFolder)) continue;
    found.push(...(await filesAmong(path, entries, (name) => join(path, name))));
    const below = entries.filter(
      (entry) => entry.isDirectory() && !isPassedOver(entry.name) && !isBundleName(entry.name),
    );
    if (level < watchedLevels)
      places.push(...below.map(({ name }) => ({ path: join(path, name), level: level + 1 })));
  }
  return found;
}

async function filesIn(versionFolder: string, prefix: string): Promise<ReturnFile[]> {
  const folder = join(versionFolder, prefix);
  const entries = await readdir(folder, { withFileTypes: true });
  if (prefix !== '' && !(await staysWithin(folder, versionFolder))) return [];
  return filesAmong(folder, entries, (name) => prefix + name);
}

async function filesAmong(
  folder: string,
  entries: readonly Dirent[],
  placeOf: (name: string) => string,
): Promise<ReturnFile[]> {
  const companionsOf = companionsAmong(folder, filesOf(entries));
  const candidates = entries.flatMap((entry) => {
    const type = returnTypeOf(entry.name);
    const isWhole = entry.isDirectory() === isBundleName(entry.name) || entry.isSymbolicLink();
    return type !== null && isWhole ? [{ name: entry.name, type }] : [];
  });
  const found: ReturnFile[] = [];
  for (let start = 0; start < candidates.length; start += statsAtOnce) {
    const some = candidates.slice(start, start + statsAtOnce).map(({ name, type }) => {
      const place = { relativePath: placeOf(name), path: join(folder, name), type };
      return statReturnFile({ ...place, ...companionsOf(name) }).catch(() => null);
    });
    for (const file of await Promise.all(some)) if (file !== null) found.push(file);
  }
  return found;
}

const filesOf = (entries: readonly Dirent[]): readonly string[] =>
  entries.filter((entry) => !entry.isDirectory() || isBundleName(entry.name)).map(({ name }) => name);

type CompanionsOf = (name: string) => Pick<Place, 'sidePaths' | 'captions'>;

/** Decides which files of a folder are read together; none where it cannot be listed. */
async function companionsIn(folder: string): Promise<CompanionsOf> {
  return companionsAmong(folder, filesOf(await readdir(folder, { withFileTypes: true }).catch(() => [])));
}

/**
 * Returns the file's current state with the files beside it; null if it is no return or does not exist.
 * @throws errors of the file system.
 */
export async function returnFileAt(
  path: string,
  relativePath: string,
  companionsOf: (folder: string) => Promise<CompanionsOf> = companionsIn,
): Promise<ReturnFile | null> {
  const type = returnTypeOf(basename(path));
  if (type === null) return null;
  const folder = dirname(path);
  const isAlone = type === 'srt' || type === 'movie';
  const companions = isAlone ? companionsAmong(folder, []) : await companionsOf(folder);
  return statReturnFile({ relativePath, path, type, ...companions(basename(path)) });
}

/** Returns the files of returns outside the version's folder that are still at their places. */
export async function filesElsewhere(
  records: readonly Pick<ReturnFile, 'path' | 'relativePath'>[],
): Promise<ReturnFile[]> {
  const folders = new Map<string, Promise<CompanionsOf>>();
  const companionsOf = (folder: string): Promise<CompanionsOf> => {
    const known = folders.get(folder) ?? companionsIn(folder);
    folders.set(folder, known);
    return known;
  };
  const found = records.map(({ path, relativePath }) =>
    returnFileAt(path, relativePath, companionsOf).catch(() => null),
  );
  return (await Promise.all(found)).filter((file) => file !== null);
}

/** Decides which files of a folder are read with which other ones. */
function companionsAmong(folder: string, names: readonly string[]): CompanionsOf {
  const captions = captionsBeside(names);
  const sides = names.filter((name) => /\.(?:ass|srt)$/i.test(name));
  return (name) => ({
    sidePaths: sides.filter((each) => each.startsWith(`${name}.`)).map((each) => join(folder, each)),
    captions: (captions.get(name) ?? []).map((each) => ({ ...each, path: join(folder, each.name) })),
  });
}

interface Place extends Pick<ReturnFile, 'relativePath' | 'path' | 'sidePaths' | 'type'> {
  readonly captions: readonly Omit<CaptionsFile, keyof State>[];
}

/**
 * Returns the folder that others may write to: of a return in a version the version's, else the return's own. No link may
 * lead out of it.
 */
export function folderOf({ path, relativePath }: Pick<ReturnFile, 'path' | 'relativePath'>): string {
  return isAbsolute(relativePath) ? dirname(path) : join(path, ...relativePath.split('/').map(() => '..'));
}

/**
 * Returns the current file of a place; null where there is none, nothing that can be read, or a link out of its folder.
 * @throws errors of the file system.
 */
export async function statReturnFile(given: Place): Promise<ReturnFile | null> {
  const { relativePath, path, type } = given;
  const folder = folderOf(given);
  const name = documentInBundle[suffixOf(path)];
  const documentPath = name === undefined ? path : join(path, name);
  // Files beside it that went meanwhile, or are none, are missing from the file, but the file is not.
  const stateBeside = (beside: string): Promise<State | null> => stateOf(beside, folder).catch(() => null);
  try {
    if (name !== undefined && !(await staysWithin(documentPath, folder))) return null;
    const own = await stateOf(documentPath, folder);
    if (own === null) return null;
    const besides = await Promise.all(given.sidePaths.map(stateBeside));
    const sidePaths = given.sidePaths.filter((_, index) => besides[index] !== null);
    const document = sumOf([own, ...besides.filter((one) => one !== null)]);
    const captions = await Promise.all(
      given.captions.map(async (one) => {
        const state = await stateBeside(one.path);
        return state && { ...one, ...state };
      }),
    );
    const place = { relativePath, path, documentPath, sidePaths, type };
    const found = captions.filter((one) => one !== null);
    return { ...place, document, captions: found, ...sumOf([document, ...found]) };
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(systemCodeOf(error))) return null;
    throw error;
  }
}

/** Returns the files in their order, but captions after all others. */
export function captionsLast(files: readonly ReturnFile[]): readonly ReturnFile[] {
  const isCaptions = ({ type }: ReturnFile): boolean => type === 'srt';
  return [...files.filter((file) => !isCaptions(file)), ...files.filter(isCaptions)];
}

/** Returns the sum of the times of captions, which changes with each of them. */
export function captionsTimeOf({ captions }: Pick<ReturnFile, 'captions'>): number {
  return captions.reduce((sum, { modifiedAtMs }) => sum + modifiedAtMs, 0);
}

/** Returns null for pipes, sockets and devices. A folder in the place of a file is a file that cannot be read. */
async function stateOf(path: string, folder: string): Promise<State | null> {
  const facts = await factsWithin(path, folder);
  const isKind = facts?.isFile() === true || facts?.isDirectory() === true;
  return isKind ? { sizeBytes: facts.size, modifiedAtMs: facts.mtimeMs } : null;
}

function sumOf(all: readonly State[]): State {
  return {
    sizeBytes: all.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    modifiedAtMs: Math.max(...all.map(({ modifiedAtMs }) => modifiedAtMs)),
  };
}

/** True if size and time of a file are unchanged. */
export function isAsItWas(before: State, now: State | null): boolean {
  return before.sizeBytes === now?.sizeBytes && before.modifiedAtMs === now.modifiedAtMs;
}

/** True if there is certainly no file at a path. */
export function isGone(path: string): Promise<boolean> {
  return stat(path).then(
    () => false,
    (error: unknown) => ['ENOENT', 'ENOTDIR'].includes(systemCodeOf(error)),
  );
}
