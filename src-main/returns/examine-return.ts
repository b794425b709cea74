import { basename } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import type { Manifest } from '../deliveries/manifest.ts';
import { systemCodeOf } from '../foundation/folder-errors.ts';
import { type Description, describeReturn, type DescribeOptions } from './describe-return.ts';
import { isWholeMovie } from './movie-facts.ts';
import { readContent, type ReturnContent } from './read-return.ts';
import { isAsItWas, lookAt, type ReturnFile } from './return-files.ts';

/** The result of examining a file. */
export type Examined =
  /** Its content is described already. */
  | { readonly kind: 'known' }
  /** A document of the app, unchanged. */
  | { readonly kind: 'own' }
  /** It changed while it was read, disappeared, or is not completely written. */
  | { readonly kind: 'unsettled' }
  | { readonly kind: 'described'; readonly fingerprint: string; readonly description: Description }
  | { readonly kind: 'failed'; readonly fingerprint: string | null; readonly error: unknown };

export interface ExamineOptions extends DescribeOptions {
  /** Fingerprint of the content described already, which is not read again. */
  readonly knownFingerprint: string | null;
  /** False while the file may still be written; then only the app's own and known files are recognised. */
  readonly isResting: boolean;
}

/** Identifies a file and, for a return, describes its changes. Never rejects. */
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
    // Kdenlive rewrites the captions in its own form when it opens a project.
    if (isWritten && description.counts.edits === 0) return { kind: 'own' };
    return { kind: 'described', fingerprint, description };
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return { kind: 'unsettled' };
    return { kind: 'failed', fingerprint, error };
  }
}

/** True if the files beside a document are as the app wrote them. */
function areSidesWritten({ sides }: ReturnContent, { sideFiles }: Manifest): boolean {
  const hashes = new Set(sideFiles.map(({ sha256 }) => sha256));
  return [...sides.values()].every(({ sha256 }) => hashes.has(sha256));
}

/** True for a copy of the delivered movie. */
async function isReferenceMovie(
  { path, sizeBytes }: ReturnFile,
  { manifest: { referenceMovie }, hashFile }: ExamineOptions,
): Promise<boolean> {
  return referenceMovie?.sizeBytes === sizeBytes && referenceMovie.sha256 === (await hashFile(path));
}

async function examineMovie(file: ReturnFile, options: ExamineOptions): Promise<Examined> {
  // Size and time serve as fingerprint: hashing a large movie at each scan would take too long.
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
