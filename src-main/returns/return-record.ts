import { basename } from 'node:path';
import { awaitsCut } from '../../src-shared/contract/return.ts';
import { returnsFolder } from '../deliveries/manifest.ts';
import { sha256Of } from '../foundation/sha256-of.ts';
import type { ReturnParts, ReturnRecord } from '../state/return-repository.ts';
import type { Examined } from './examine-return.ts';
import { editorOfType, type ReturnFile } from './return-files.ts';

/** A version whose folder editors put returns into. */
export interface WatchedVersion {
  readonly deliveryId: string;
  readonly connectionId: string;
  readonly projectId: string;
  readonly projectTitle: string;
  readonly folder: string;
}

/** The file of a practice return, which the app makes itself. */
export const practiceFileName = 'Practice return.fcpxml';
export const practicePath = `${returnsFolder}/${practiceFileName}`;

/** The id of whatever stands at a place of a version: a repeated step finds what the one before made. */
export function returnIdOf(deliveryId: string, relativePath: string): string {
  const place = `${deliveryId}\n${relativePath.normalize('NFC')}`;
  return sha256Of(place).slice(0, 32);
}

/** A return that is still being written. */
export function settlingRecord(version: WatchedVersion, file: ReturnFile): ReturnRecord {
  const { folder, ...names } = version;
  return {
    ...names,
    returnId: returnIdOf(version.deliveryId, file.relativePath),
    versionName: basename(folder),
    path: file.path,
    fileName: basename(file.path),
    editor: editorOfType[file.type],
    kind: file.type === 'movie' ? 'movie' : file.type === 'srt' ? 'captions' : 'timeline',
    state: 'settling',
    error: null,
    summary: [],
    counts: { edits: 0, losses: 0 },
    isMissing: false,
    isPractice: file.relativePath === practicePath,
    keptAs: null,
    uploadId: null,
    awaitedCut: null,
    returnedAt: Math.floor(file.modifiedAtMs / 1000),
    versionFolder: folder,
    relativePath: file.relativePath,
    fingerprint: null,
    sizeBytes: file.sizeBytes,
    modifiedAtMs: file.modifiedAtMs,
    keepingAs: null,
    updating: null,
    lastUpdate: null,
  };
}

/** What of a record follows from the file as it was found. */
export function factsOfFile({
  sizeBytes,
  modifiedAtMs,
}: ReturnFile): Pick<ReturnRecord, 'sizeBytes' | 'modifiedAtMs' | 'isMissing'> {
  return { sizeBytes, modifiedAtMs, isMissing: false };
}

/** A return whose file has new content, of which nothing is known yet. */
export function freshRecord(base: ReturnRecord, file: ReturnFile): ReturnRecord {
  const returnedAt = Math.floor(file.modifiedAtMs / 1000);
  const awaitedCut = awaitsCut(base) ? base.awaitedCut : null;
  return {
    ...base,
    ...factsOfFile(file),
    keptAs: null,
    uploadId: null,
    lastUpdate: null,
    awaitedCut,
    returnedAt,
  };
}

/** A return with what was found out about its new content; nobody has decided on that yet. */
export function describedRecord(
  base: ReturnRecord,
  file: ReturnFile,
  { fingerprint, description }: Extract<Examined, { kind: 'described' }>,
): { readonly record: ReturnRecord; readonly parts: ReturnParts } {
  const { parts, ...described } = description;
  const fresh = freshRecord(base, file);
  return { record: { ...fresh, ...described, state: 'described', error: null, fingerprint }, parts };
}
