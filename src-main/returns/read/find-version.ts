import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { foldName } from '../../../src-timeline/model/fold-name.ts';
import { type Manifest, manifestPath, readManifest } from '../../deliveries/version/manifest.ts';
import { isInside } from '../../foundation/files/read-foreign-file.ts';
import type { WatchedVersion } from '../return-record.ts';
import type { ReturnFile } from '../watch/return-files.ts';
import { type MovieFacts, readMovieFacts } from './movie-facts.ts';
import { mayBeTimeline } from './read-return.ts';
import { readContent } from './return-content.ts';

/** The version that a file belongs to. */
export interface FoundVersion {
  readonly version: WatchedVersion;
  readonly manifest: Manifest;
}

/** Similarity of a file to a version. The first differing number decides; the newest version wins a tie. */
type Likeness = readonly number[];

/** Clues in a file to its version. */
interface Clues {
  /** File name without extension, folded. */
  readonly name: string;
  /** Text of the document, folded; empty for movies. */
  readonly text: string;
  /** Returns the words of the text as `wordsOf`, computed once: that takes long for a big project. */
  readonly spoken: () => string;
  readonly movie: MovieFacts | null;
}

/** Far more versions than a user gets edits back for. */
const maxVersions = 1_000;
/** Number of first words that identify a narration. */
const tellingWords = 6;

/** A file whose version is wanted. */
export interface FileToMatch {
  readonly file: ReturnFile;
  /** The file's name as the user knows it. */
  readonly name: string;
  /** Newest first. */
  readonly versions: readonly WatchedVersion[];
}

/**
 * Reads a file and finds its version; `no_timeline` for XML of another kind, null where no version matches.
 * @throws AppError as `readContent`.
 */
export async function findVersionOfFile(
  { file, name, versions }: FileToMatch,
  read: typeof readManifest,
): Promise<FoundVersion | 'no_timeline' | null> {
  const text = file.type === 'movie' ? null : (await readContent(file, null)).text;
  if (text !== null && !mayBeTimeline(file, text)) return 'no_timeline';
  return findVersion(file, { name, text }, versions, read);
}

/** Returns a function that reads a manifest again only when its size or time has changed. */
export function rememberManifests(): typeof readManifest {
  const known = new Map<string, { readonly stamp: string; readonly manifest: Promise<Manifest | null> }>();
  return async (folder) => {
    const facts = await stat(manifestPath(folder)).catch(() => null);
    if (facts === null) return null;
    const stamp = `${String(facts.size)} ${String(facts.mtimeMs)}`;
    const before = known.get(folder);
    if (before?.stamp === stamp) return before.manifest;
    const manifest = readManifest(folder);
    known.set(folder, { stamp, manifest });
    return manifest;
  };
}

/**
 * Finds the version of a file: the one whose folder contains it, else the one that matches by media, narration, name,
 * or length and rate.
 * @param name as the user knows the file.
 * @param text of its document; null for a movie.
 * @param versions newest first.
 * @param read reads the manifest of a version's folder.
 */
export async function findVersion(
  file: ReturnFile,
  { name, text }: { readonly name: string; readonly text: string | null },
  versions: readonly WatchedVersion[],
  read: typeof readManifest,
): Promise<FoundVersion | null> {
  const folded = text === null ? '' : foldText(text);
  let spoken: string | null = null;
  const clues: Clues = {
    name: foldName(name.replace(/\.[^.]+$/, '')),
    text: folded,
    spoken: () => (spoken ??= wordsOf(folded)),
    movie: file.type === 'movie' ? await readMovieFacts(file).catch(() => null) : null,
  };
  let best: (FoundVersion & { readonly likeness: Likeness }) | null = null;
  for (const version of versions.slice(0, maxVersions)) {
    // A long document takes a while for each version.
    await setImmediate();
    const manifest = await read(version.folder);
    if (manifest?.deliveryId !== version.deliveryId) continue;
    if (isInside(file.path, version.folder)) return { version, manifest };
    const likeness =
      file.type === 'movie' ? likeMovie(clues, version, manifest) : likeCut(clues, version, manifest);
    if (likeness && (!best || isMore(likeness, best.likeness))) best = { version, manifest, likeness };
  }
  return best;
}

/** Rates a document's similarity to a version; null where they share nothing. */
function likeCut(
  { name, text, spoken }: Clues,
  { folder }: WatchedVersion,
  { media }: Manifest,
): Likeness | null {
  const version = foldName(basename(folder));
  const isNamed = Number(name.startsWith(version));
  const files = media.filter(({ path }) => text.includes(foldName(basename(path)))).length;
  const said = media.filter(({ narration }) => {
    const words = wordsOf(foldName(narration ?? ''))
      .trim()
      .split(' ')
      .slice(0, tellingWords)
      .join(' ');
    return words !== '' && spoken().includes(` ${words} `);
  }).length;
  if (isNamed + files + said === 0) return null;
  return [Number(files > 0), Number(files > 0 && text.includes(version)), isNamed, files, said];
}

/** Rates a movie's similarity to a version; null where neither its name nor its length and rate match. */
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

/** Words separated by single spaces, with a space at either end. */
const wordsOf = (text: string): string => ` ${text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `;

/** Length of the pieces in which a text is folded: replacing millions of escapes at once takes gigabytes. */
const pieceLength = 1024 ** 2;

/** Folds a text; decodes names in addresses, which are escaped. */
function foldText(text: string): string {
  const pieces: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = endOfPiece(text, start);
    pieces.push(foldPiece(text.slice(start, end)));
    start = end;
  }
  return pieces.join('');
}

/** Returns an end behind a line or a tag, where there is one, so that no name is cut. */
function endOfPiece(text: string, start: number): number {
  const end = start + pieceLength;
  if (end >= text.length) return text.length;
  const last = Math.max(text.lastIndexOf('\n', end), text.lastIndexOf('<', end));
  return last > start ? last : end;
}

function foldPiece(text: string): string {
  const plain = text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
  return foldName(plain.replaceAll('&amp;', '&').replaceAll('&apos;', "'"));
}
