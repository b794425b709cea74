import { basename, dirname, isAbsolute, relative, sep } from 'node:path';
import { type Manifest, readManifest } from '../deliveries/manifest.ts';
import { foldName } from '../foundation/portable-name.ts';
import { type MovieFacts, readMovieFacts } from './movie-facts.ts';
import type { ReturnFile } from './return-files.ts';
import type { WatchedVersion } from './return-record.ts';

/** A version that a file belongs to. */
export interface FoundVersion {
  readonly version: WatchedVersion;
  readonly manifest: Manifest;
}

/** How much of a version is in a file; the first that differs decides, the newest version where none does. */
type Likeness = readonly number[];

/** What a file says of where it belongs. */
interface Clues {
  /** Without its ending. */
  readonly name: string;
  /** Folded; empty for movies. */
  readonly text: string;
  readonly movie: MovieFacts | null;
}

/** Many more versions than anybody gets edits back of. */
const maxVersions = 1_000;
/** Words that tell one narration from another. */
const tellingWords = 6;

/**
 * The version a file belongs to: the one it lies in, else the one whose media, narration, name, or length and rate it
 * has.
 * @param name as the user knows the file.
 * @param text of its document; null for a movie.
 * @param versions the newest first.
 * @param read the manifest of a version's folder.
 */
export async function findVersion(
  file: ReturnFile,
  { name, text }: { readonly name: string; readonly text: string | null },
  versions: readonly WatchedVersion[],
  read: typeof readManifest = readManifest,
): Promise<FoundVersion | null> {
  const clues: Clues = {
    name: foldName(name.replace(/\.[^.]+$/, '')),
    text: text === null ? '' : foldText(text),
    movie: file.type === 'movie' ? await readMovieFacts(file.path).catch(() => null) : null,
  };
  let best: (FoundVersion & { readonly likeness: Likeness }) | null = null;
  for (const version of versions.slice(0, maxVersions)) {
    const manifest = await read(version.folder);
    if (manifest?.deliveryId !== version.deliveryId) continue;
    if (isInside(file.path, version.folder)) return { version, manifest };
    const likeness =
      file.type === 'movie' ? likeMovie(clues, version, manifest) : likeCut(clues, version, manifest);
    if (likeness && (!best || isMore(likeness, best.likeness))) best = { version, manifest, likeness };
  }
  return best;
}

/** True for what lies in a folder, at whatever depth. */
export function isInside(path: string, folder: string): boolean {
  const from = relative(folder, path);
  return from !== '' && from !== '..' && !from.startsWith(`..${sep}`) && !isAbsolute(from);
}

/** Null where nothing of the version is in the document. */
function likeCut({ name, text }: Clues, { folder }: WatchedVersion, { media }: Manifest): Likeness | null {
  const version = foldName(basename(folder));
  const isNamed = Number(name.startsWith(version));
  const files = media.filter(({ path }) => text.includes(foldName(basename(path)))).length;
  const spoken = wordsOf(text);
  const said = media.filter(({ narration }) => {
    const words = wordsOf(foldName(narration ?? ''))
      .trim()
      .split(' ')
      .slice(0, tellingWords)
      .join(' ');
    return words !== '' && spoken.includes(` ${words} `);
  }).length;
  if (isNamed + files + said === 0) return null;
  return [Number(files > 0), Number(files > 0 && text.includes(version)), isNamed, files, said];
}

/** Null where neither its name nor its length and rate are those of the version. */
function likeMovie(
  { name, movie }: Clues,
  { folder }: WatchedVersion,
  { sequence }: Manifest,
): Likeness | null {
  const isNamed = name.startsWith(foldName(basename(folder)));
  const isOfProject = name.startsWith(foldName(basename(dirname(folder))));
  const rate = sequence ? sequence.frameRate.numerator / sequence.frameRate.denominator : 0;
  const length = sequence && rate > 0 ? sequence.durationFrames / rate : 0;
  const lengthApart = movie ? Math.abs(movie.seconds - length) : Number.MAX_VALUE;
  const isAsLong = length > 0 && lengthApart <= 1 / rate + 0.05;
  const hasRate = movie !== null && rate > 0 && Math.abs(movie.framesPerSecond / rate - 1) < 0.0005;
  if (!isNamed && !isOfProject && !(isAsLong && hasRate)) return null;
  return [Number(isNamed), Number(isOfProject), Number(hasRate), -lengthApart];
}

function isMore(one: Likeness, other: Likeness): boolean {
  const place = one.findIndex((value, index) => value !== other[index]);
  return place >= 0 && (one[place] ?? 0) > (other[place] ?? 0);
}

/** Words alone, a space before and after each. */
const wordsOf = (text: string): string => ` ${text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `;

/** Names in addresses are escaped. */
function foldText(text: string): string {
  const plain = text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
  return foldName(plain.replaceAll('&amp;', '&').replaceAll('&apos;', "'"));
}
