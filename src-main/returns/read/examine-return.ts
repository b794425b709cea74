import { basename } from 'node:path';
import { AppError } from '../../../src-shared/app-error.ts';
import { SeveralSequencesError } from '../../../src-timeline/model/choose-sequence.ts';
import type { Manifest } from '../../deliveries/version/manifest.ts';
import { mediaKindAt, unsupported } from '../../intake/inspect-file.ts';
import type { ReturnRecord } from '../../state/return-repository.ts';
import { type CallFailure, failureOf } from '../thread/call-failure.ts';
import { folderOf, isAsItWas, statReturnFile, type ReturnFile } from '../watch/return-files.ts';
import { readCaptionLanguage } from './delivered-cut.ts';
import { type Description, describeReturn, type DescribeOptions } from './describe-return.ts';
import { isWholeMovie } from './movie-facts.ts';
import { mayBeTimeline } from './read-return.ts';
import { isGoneFile, readContent, type ReturnContent } from './return-content.ts';

/** What was read of a file. */
interface Read {
  /** Identifies its content, including the captions that are part of it. */
  readonly fingerprint: string;
  /** Names of the captions beside it that are part of it. */
  readonly captions: readonly string[];
}

/** The result of examining a file. */
export type Examined =
  /** Its content is described already. */
  | ({ readonly kind: 'known' } & Read)
  /** A document of the app, unchanged, or a file that is no timeline. */
  | { readonly kind: 'own' }
  /** It changed while it was read, disappeared, or is not completely written. */
  | { readonly kind: 'unsettled' }
  | ({ readonly kind: 'described'; readonly description: Description } & Read)
  | ({ readonly kind: 'failed' } & ReadFailure & FailedRead);

/** The reason why a file cannot be read, as plain data. */
interface ReadFailure extends CallFailure {
  /** Sequences among which the user has to choose; none for any other reason. */
  readonly sequences: ReturnRecord['sequences'];
}

/** Without a fingerprint, the captions are all that may be part of the file. */
export interface FailedRead extends Omit<Read, 'fingerprint'> {
  readonly fingerprint: string | null;
}

export interface ExamineOptions extends DescribeOptions {
  /** Fingerprint of the content that is described already; null without one. */
  readonly knownFingerprint: string | null;
  /** False while the file may still be written; then only the app's own and known files are recognised. */
  readonly isSettled: boolean;
  /** Called before the content, now identified, is described. */
  readonly onRead: (read: FailedRead) => void;
}

/** Returns the result for a file that cannot be read. */
export function failedTo(error: unknown, read: FailedRead): Extract<Examined, { kind: 'failed' }> {
  return { kind: 'failed', ...read, ...failureOf(error), sequences: sequencesOf(error) };
}

/** Returns what is known of a file before it is read. */
export function notRead({ captions }: Pick<ReturnFile, 'captions'>): FailedRead {
  return { fingerprint: null, captions: captions.map(({ name }) => name) };
}

function sequencesOf(error: unknown): ReturnRecord['sequences'] {
  const cause = error instanceof AppError ? error.cause : null;
  if (!(cause instanceof SeveralSequencesError)) return [];
  return cause.candidates.map(({ key, name }) => ({ key, name }));
}

/** Identifies a file and, for a return, describes its changes. Never rejects. */
export async function examineReturn(file: ReturnFile, options: ExamineOptions): Promise<Examined> {
  const examined = await examine(file, options);
  const now = await statReturnFile(file).catch(() => null);
  return isAsItWas(file, now) ? examined : { kind: 'unsettled' };
}

async function examine(file: ReturnFile, options: ExamineOptions): Promise<Examined> {
  if (file.type === 'movie') return examineMovie(file, options);
  const { manifest, versionFolder } = options;
  let read = notRead(file);
  try {
    const content = await readContent(file, manifest, () => readCaptionLanguage(versionFolder, manifest));
    const { fingerprint } = content;
    const captions = content.captions.map(({ name }) => name);
    read = { fingerprint, captions };
    options.onRead(read);
    const isWritten = manifest.documents.some(({ sha256 }) => sha256 === content.sha256);
    if (isWritten && areSidesWritten(content, manifest)) return { kind: 'own' };
    if (!mayBeTimeline(file, content.text)) return { kind: 'own' };
    if (fingerprint === options.knownFingerprint) return { kind: 'known', fingerprint, captions };
    if (!options.isSettled) return { kind: 'unsettled' };
    const description = await describeReturn(file, content, options);
    // Kdenlive rewrites the captions in its own form when it opens a project.
    if (isWritten && description.counts.edits === 0) return { kind: 'own' };
    return { kind: 'described', fingerprint, captions, description };
  } catch (error) {
    if (isGoneFile(error)) return { kind: 'unsettled' };
    return failedTo(error, read);
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
  if (fingerprint === options.knownFingerprint) return { kind: 'known', fingerprint, captions: [] };
  try {
    if (!options.isSettled || !(await isWholeMovie(file))) return { kind: 'unsettled' };
    if ((await mediaKindAt(file.path, folderOf(file))) !== 'VIDEO')
      return failedTo(unsupported(basename(file.path)), { fingerprint, captions: [] });
    if (await isReferenceMovie(file, options)) return { kind: 'own' };
  } catch (error) {
    const cause = new AppError('file_unreadable', `${file.path} cannot be read.`, {
      details: { displayName: basename(file.path), path: file.path },
      cause: error,
    });
    return failedTo(cause, { fingerprint, captions: [] });
  }
  const counts = { edits: 0, losses: 0 };
  const parts = { edits: [], staying: [], strips: null };
  return {
    kind: 'described',
    fingerprint,
    captions: [],
    description: { editor: 'movie', kind: 'movie', readSequence: null, summary: [], counts, parts },
  };
}
