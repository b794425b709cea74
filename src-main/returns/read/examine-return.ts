import { basename, dirname } from 'node:path';
import { AppError, toErrorBody } from '../../../src-shared/app-error.ts';
import type { ReturnEdit } from '../../../src-shared/contract/return.ts';
import { isSame } from '../../../src-timeline/diff/match/is-same.ts';
import type { Manifest } from '../../deliveries/version/manifest.ts';
import { mediaKindAt, unsupported } from '../../intake/inspect-file.ts';
import type { ReturnRecord, ReturnRepository } from '../../state/return-repository.ts';
import { isDecided, isSamePlace, isUnread } from '../return-record.ts';
import {
  type CaptionsFile,
  folderOf,
  isAsItWas,
  isGone,
  lookAt,
  type ReturnFile,
} from '../watch/return-files.ts';
import { readCaptionLanguage } from './delivered-cut.ts';
import { type Description, describeReturn, type DescribeOptions } from './describe-return.ts';
import { captionHashesOf, documentPrintOf } from './fingerprint.ts';
import { isWholeMovie } from './movie-facts.ts';
import { mayBeTimeline } from './read-return.ts';
import {
  asInFingerprint,
  isGoneFile,
  type ReadCaptions,
  readContent,
  type ReturnContent,
  withTheseCaptions,
} from './return-content.ts';

/** Captions beside a file: those that belong to its return, and the paths of those that cannot be read now. */
type Beside = Pick<ReturnContent, 'captions' | 'unread'>;

/** The result of examining a file. */
export type Examined =
  /** Its content is described already, or decided on. */
  | ({ readonly kind: 'known'; readonly fingerprint: string | null } & Beside)
  /** A document of the app, unchanged, or a file that is no timeline. */
  | { readonly kind: 'own' }
  /** It changed while it was read, disappeared, or is not completely written. */
  | { readonly kind: 'unsettled' }
  | ({
      readonly kind: 'described';
      readonly fingerprint: string;
      readonly description: Description;
    } & Beside)
  | { readonly kind: 'failed'; readonly fingerprint: string | null; readonly error: unknown };

/** A return as it was read. */
export interface KnownReturn {
  /** Fingerprint of its content, which is not described again. */
  readonly fingerprint: string | null;
  readonly isFailed: boolean;
  readonly isDecided: boolean;
  /** Latest change of its files when they were read. */
  readonly modifiedAtMs: number;
  readonly edits: () => readonly ReturnEdit[];
}

/** Decisions on captions, by the hash of their content. */
export interface CaptionDecisions {
  /** True for captions that the user kept with any timeline, or dismissed with one in their folder. */
  readonly withTimeline: (file: Pick<ReturnFile, 'relativePath'>, sha256: string) => boolean;
  /** True for captions, not exported again, that the user decided on as a return of their own, here or elsewhere. */
  readonly alone: (captions: ReadCaptions) => Promise<boolean>;
}

export interface ExamineOptions extends DescribeOptions {
  /** The return at the place of the file; null without one. */
  readonly known: KnownReturn | null;
  /** What the user decided on captions of the version; null where nothing is known. */
  readonly decisions: CaptionDecisions | null;
  /** False while the file may still be written; then only the app's own and known files are recognised. */
  readonly isResting: boolean;
}

/** Returns a stored return as it was read; null for one that was not. */
export function knownReturn(
  record: ReturnRecord | null,
  repository: Pick<ReturnRepository, 'partsOf'>,
): KnownReturn | null {
  if (record === null || isUnread(record)) return null;
  const { fingerprint, state, returnId, modifiedAtMs } = record;
  return {
    ...{ fingerprint, modifiedAtMs, isFailed: state === 'failed', isDecided: isDecided(record) },
    edits: () => repository.partsOf(returnId).edits,
  };
}

/** Times of a file and its copy differ by this much at most, because file systems round them. */
const coarsestTimeMs = 2_000;

/** Returns the decisions on captions of a version. */
export function decisionsOf(
  { deliveryId }: Pick<ReturnRecord, 'deliveryId'>,
  repository: Pick<ReturnRepository, 'listContaining'>,
): CaptionDecisions {
  const decidedOn = (sha256: string): ReturnRecord[] =>
    repository.listContaining(deliveryId, sha256).filter(isDecided);
  return {
    withTimeline: ({ relativePath }, sha256) =>
      decidedOn(sha256)
        .filter(({ fingerprint }) => captionHashesOf(fingerprint).includes(sha256))
        .some(
          (one) => one.state !== 'dismissed' || isSamePlace(dirname(one.relativePath), dirname(relativePath)),
        ),
    alone: async ({ path, sha256, modifiedAtMs }) => {
      const isSameFile = (one: ReturnRecord): boolean =>
        one.fingerprint === sha256 &&
        one.fileName === basename(path) &&
        Math.abs(one.modifiedAtMs - modifiedAtMs) <= coarsestTimeMs;
      for (const { path: earlier } of decidedOn(sha256).filter(isSameFile))
        if (earlier === path || (await isGone(earlier))) return true;
      return false;
    },
  };
}

/** Returns the captions beside a file that belong to it. */
export function captionsOf(examined: Examined): readonly ReadCaptions[] {
  return 'captions' in examined ? examined.captions : [];
}

/** Returns the captions beside a file that do not belong to it; none while any file of both cannot be read. */
export function captionsLeft(file: ReturnFile, examined: Examined): readonly CaptionsFile[] {
  if (examined.kind === 'failed' && toErrorBody(examined.error).code === 'file_unreadable') return [];
  const unread = 'unread' in examined ? examined.unread : [];
  const others = new Set([...unread, ...captionsOf(examined).map(({ path }) => path)]);
  return file.captions.filter(({ path }) => !others.has(path));
}

/** Identifies a file and, for a return, describes its changes. Never rejects. */
export async function examineReturn(file: ReturnFile, options: ExamineOptions): Promise<Examined> {
  const examined = await examine(file, options);
  const now = await lookAt(file).catch(() => null);
  return isAsItWas(file, now) ? examined : { kind: 'unsettled' };
}

async function examine(file: ReturnFile, options: ExamineOptions): Promise<Examined> {
  if (file.type === 'movie') return examineMovie(file, options);
  const { known } = options;
  let fingerprint: string | null = null;
  try {
    const content = await readUndecided(file, options);
    const { captions, unread } = content;
    // Captions that can be read are no reason why a document cannot.
    fingerprint = documentPrintOf(content.fingerprint);
    const isWritten = options.manifest.documents.some(({ sha256 }) => sha256 === content.sha256);
    const recognised = recognise(file, content, options);
    if (recognised) return recognised;
    if (!options.isResting) return { kind: 'unsettled' };
    if (known?.isDecided && fingerprint === documentPrintOf(known.fingerprint ?? ''))
      return await examineDecided(file, content, { ...options, known });
    const description = await describeReturn(file, content, options);
    // Kdenlive rewrites the captions in its own form when it opens a project.
    if (isWritten && description.counts.edits === 0) return { kind: 'own' };
    return { kind: 'described', fingerprint: content.fingerprint, description, captions, unread };
  } catch (error) {
    if (isGoneFile(error)) return { kind: 'unsettled' };
    return { kind: 'failed', fingerprint, error };
  }
}

/** Recognises content that is the app's, no timeline, or described or decided on already; null for other content. */
function recognise(
  file: ReturnFile,
  content: ReturnContent,
  { known, decisions, manifest }: ExamineOptions,
): Examined | null {
  const { fingerprint, captions, unread, sha256 } = content;
  const isWritten = manifest.documents.some((one) => one.sha256 === sha256);
  if (isWritten && areSidesWritten(content, manifest)) return { kind: 'own' };
  if (!mayBeTimeline(file, content.text)) return { kind: 'own' };
  if (fingerprint === known?.fingerprint) return { kind: 'known', fingerprint, captions, unread };
  const document = documentPrintOf(fingerprint);
  if (known?.isFailed && document === known.fingerprint)
    return { kind: 'known', fingerprint: document, captions: [], unread };
  return file.type === 'srt' && decisions?.withTimeline(file, sha256) ? { kind: 'own' } : null;
}

/**
 * Reads a return without the captions that the user decided on as a return of their own, and without those of its
 * earlier cut.
 */
async function readUndecided(
  file: ReturnFile,
  { manifest, versionFolder, decisions, known }: ExamineOptions,
): Promise<ReturnContent> {
  const content = await readContent(file, manifest, () => readCaptionLanguage(versionFolder, manifest));
  const captions: ReadCaptions[] = [];
  for (const one of content.captions)
    if (!(await decisions?.alone(one)) && !isOfEarlierCut(one, file, content, known)) captions.push(one);
  return captions.length === content.captions.length ? content : withTheseCaptions(content, captions);
}

/** Files of one export are at most this much older than its document. */
const longestExportMs = 120_000;

/** True for captions from before an earlier cut of the return that are clearly older than this one. */
function isOfEarlierCut(
  { modifiedAtMs }: ReadCaptions,
  { document }: ReturnFile,
  { fingerprint }: ReturnContent,
  known: KnownReturn | null,
): boolean {
  if (!known || known.isFailed || known.fingerprint === null) return false;
  const isSameCut = documentPrintOf(known.fingerprint) === documentPrintOf(fingerprint);
  const isOld = document.modifiedAtMs - modifiedAtMs > longestExportMs;
  return !isSameCut && isOld && modifiedAtMs <= known.modifiedAtMs;
}

/**
 * Examines a return whose document has not changed since the user decided on it: the decision stays. Captions that
 * change none of its edits belong to it, others only if they were decided on.
 */
async function examineDecided(
  file: ReturnFile,
  content: ReturnContent,
  { known, ...options }: ExamineOptions & { readonly known: KnownReturn },
): Promise<Extract<Examined, { kind: 'known' }>> {
  const { fingerprint } = known;
  const { captions } = asInFingerprint(content, fingerprint);
  const { unread } = content;
  const asDecided = { kind: 'known', fingerprint, captions, unread } as const;
  if (captions.length === content.captions.length) return asDecided;
  const now = await describeReturn(file, content, options).catch(() => null);
  if (!now || !isSame(known.edits().flatMap(editOf), now.parts.edits.flatMap(editOf))) return asDecided;
  const isWhole = captions.length === captionHashesOf(fingerprint).length;
  return {
    ...{ kind: 'known', captions: content.captions, unread },
    fingerprint: isWhole ? fingerprint : content.fingerprint,
  };
}

/** Leaves out losses: captions that a format lost can come later. */
function editOf({ kind, scene, before, after, sentence }: ReturnEdit): unknown[] {
  const { key, parameters } = sentence;
  return kind === 'format-loss' ? [] : [{ kind, scene, before, after, key, parameters }];
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
  if (fingerprint === options.known?.fingerprint)
    return { kind: 'known', fingerprint, captions: [], unread: [] };
  try {
    if (!options.isResting || !(await isWholeMovie(file))) return { kind: 'unsettled' };
    if ((await mediaKindAt(file.path, folderOf(file))) !== 'VIDEO')
      return { kind: 'failed', fingerprint, error: unsupported(basename(file.path)) };
    if (await isReferenceMovie(file, options)) return { kind: 'own' };
  } catch (error) {
    const cause = new AppError('file_unreadable', `${file.path} cannot be read.`, {
      details: { displayName: basename(file.path), path: file.path },
      cause: error,
    });
    return { kind: 'failed', fingerprint, error: cause };
  }
  const counts = { edits: 0, losses: 0 };
  const parts = { edits: [], staying: [], strips: null };
  return {
    kind: 'described',
    fingerprint,
    ...{ captions: [], unread: [] },
    description: { editor: 'movie', kind: 'movie', readSequence: null, summary: [], counts, parts },
  };
}
