import { basename } from 'node:path';
import { awaitsCut } from '../../src-shared/contract/return.ts';
import { returnsFolder } from '../deliveries/manifest.ts';
import { sha256Of } from '../foundation/sha256-of.ts';
import type { ReturnParts, ReturnRecord, ReturnRepository } from '../state/return-repository.ts';
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

/**
 * The id of whatever stands at a place of a version: a repeated step finds what the one before made.
 * @param turn above 0 where that of an earlier file moved away with it.
 */
function returnIdOf(deliveryId: string, relativePath: string, turn: number): string {
  const place = `${deliveryId}\n${relativePath.normalize('NFC')}${turn === 0 ? '' : `\n${String(turn)}`}`;
  return sha256Of(place).slice(0, 32);
}

export function isSamePlace(one: string, other: string): boolean {
  return one.normalize('NFC') === other.normalize('NFC');
}

/** The id that a return at a place has, or gets, unless it was at another place before. */
export function returnIdAt(
  repository: Pick<ReturnRepository, 'get'>,
  deliveryId: string,
  relativePath: string,
): string {
  for (let turn = 0; ; turn += 1) {
    const returnId = returnIdOf(deliveryId, relativePath, turn);
    const there = repository.get(returnId);
    if (!there || isSamePlace(there.relativePath, relativePath)) return returnId;
  }
}

/** What of a record follows from where its file and its version are. */
export function placeOf(
  { folder }: Pick<WatchedVersion, 'folder'>,
  { path, relativePath }: Pick<ReturnFile, 'path' | 'relativePath'>,
): Pick<ReturnRecord, 'versionFolder' | 'versionName' | 'path' | 'fileName' | 'relativePath'> {
  const [versionName, fileName] = [basename(folder), basename(path)];
  return { versionFolder: folder, versionName, path, fileName, relativePath };
}

/** A return that is still being written. */
export function settlingRecord(version: WatchedVersion, file: ReturnFile, returnId: string): ReturnRecord {
  const { deliveryId, connectionId, projectId, projectTitle } = version;
  return {
    ...{ returnId, deliveryId, connectionId, projectId, projectTitle },
    ...placeOf(version, file),
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
    fingerprint: null,
    sizeBytes: file.sizeBytes,
    modifiedAtMs: file.modifiedAtMs,
    keepingAs: null,
    updating: null,
    lastUpdate: null,
  };
}

/** True where a drive or another program kept the file from being read, whatever is in it. */
export function isUnread({ state, error }: Pick<ReturnRecord, 'state' | 'error'>): boolean {
  return state === 'failed' && error?.code === 'file_unreadable';
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
