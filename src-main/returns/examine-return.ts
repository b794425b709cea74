import { basename } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import type { Manifest } from '../deliveries/manifest.ts';
import { systemCodeOf } from '../foundation/folder-errors.ts';
import { type Description, describeReturn, type DescribeOptions } from './describe-return.ts';
import { isWholeMovie } from './movie-facts.ts';
import { readContent, type ReturnContent } from './read-return.ts';
import { isAsItWas, lookAt, type ReturnFile } from './return-files.ts';

/** What a file turned out to be. */
export type Examined =
  /** What is described already. */
  | { readonly kind: 'known' }
  /** A document of the app, as the app wrote it. */
  | { readonly kind: 'own' }
  /** It changed while it was read, or went away, or is not written to its end. */
  | { readonly kind: 'unsettled' }
  | { readonly kind: 'described'; readonly fingerprint: string; readonly description: Description }
  | { readonly kind: 'failed'; readonly fingerprint: string | null; readonly error: unknown };

export interface ExamineOptions extends DescribeOptions {
  /** Of the content that is described already: it is not read once more. */
  readonly knownFingerprint: string | null;
  /** False while it may still be written: then only the app's own files and known ones are recognised. */
  readonly isResting: boolean;
}

/** Finds out what a file is and, for a return, what changed. Never rejects. */
export async function examineReturn(file: ReturnFile, options: ExamineOptions): Promise<Examined> {
  const examined = await examine(file, options);
  const now = await lookAt(file).catch(() => null);
  return isAsItWas(file, now) ? examined : { kind: 'unsettled' };
}

async function examine(file: ReturnFile, options: ExamineOptions): Promise<Examined> {
  if (file.type === 'movie') return examineMovie(file, options);
  let fingerprint: string | null = null;
  try {
    const content = await readContent(file);
    fingerprint = content.fingerprint;
    const isWritten = options.manifest.documents.some(({ sha256 }) => sha256 === content.sha256);
    if (isWritten && areSidesWritten(content, options.manifest)) return { kind: 'own' };
    if (fingerprint === options.knownFingerprint) return { kind: 'known' };
    if (!options.isResting) return { kind: 'unsettled' };
    const description = await describeReturn(file, content, options);
    // Kdenlive writes captions once more when it opens a project, in words of its own.
    if (isWritten && description.counts.edits === 0) return { kind: 'own' };
    return { kind: 'described', fingerprint, description };
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return { kind: 'unsettled' };
    return { kind: 'failed', fingerprint, error };
  }
}

/** True where what lies beside a document is as the app wrote it. */
function areSidesWritten({ sides }: ReturnContent, { sideFiles }: Manifest): boolean {
  const hashes = new Set(sideFiles.map(({ sha256 }) => sha256));
  return [...sides.values()].every(({ sha256 }) => hashes.has(sha256));
}

/** True for a copy of the movie that was delivered. */
async function isReferenceMovie(
  { path, sizeBytes }: ReturnFile,
  { manifest: { referenceMovie }, hashFile }: ExamineOptions,
): Promise<boolean> {
  return referenceMovie?.sizeBytes === sizeBytes && referenceMovie.sha256 === (await hashFile(path));
}

async function examineMovie(file: ReturnFile, options: ExamineOptions): Promise<Examined> {
  // Movies are too large to be hashed for this each time.
  const fingerprint = `${String(file.sizeBytes)} ${String(file.modifiedAtMs)}`;
  if (fingerprint === options.knownFingerprint) return { kind: 'known' };
  try {
    if (!options.isResting || !(await isWholeMovie(file.path))) return { kind: 'unsettled' };
    if (await isReferenceMovie(file, options)) return { kind: 'own' };
  } catch (error) {
    const cause = new AppError('file_unreadable', `${file.path} cannot be read.`, {
      details: { displayName: basename(file.path), path: file.path },
      cause: error,
    });
    return { kind: 'failed', fingerprint, error: cause };
  }
  const counts = { edits: 0, losses: 0 };
  const parts = { edits: [], strips: null };
  return {
    kind: 'described',
    fingerprint,
    description: { editor: 'movie', kind: 'movie', summary: [], counts, parts },
  };
}
