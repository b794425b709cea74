import { basename } from 'node:path';
import { awaitsCut } from '../../src-shared/contract/return.ts';
import { returnsFolder } from '../deliveries/version/manifest.ts';
import { sha256Of } from '../foundation/files/sha256-of.ts';
import type { ReturnParts, ReturnRecord, ReturnRepository } from '../state/return-repository.ts';
import type { Examined } from './read/examine-return.ts';
import { captionsTimeOf, editorOfType, type ReturnFile } from './watch/return-files.ts';

/** A version whose folder is watched for returns. */
export interface WatchedVersion {
  readonly deliveryId: string;
  readonly connectionId: string;
  readonly projectId: string;
  readonly projectTitle: string;
  readonly folder: string;
}

/** File name of a practice return, which the app itself makes. */
export const practiceFileName = 'Practice return.fcpxml';
export const practicePath = `${returnsFolder}/${practiceFileName}`;

/**
 * Derives the id of a return from its place in a version, so that a repeated step finds the same record.
 * @param turn above 0 where an earlier file moved away and kept its id.
 */
function returnIdOf(deliveryId: string, relativePath: string, turn: number): string {
  const place = `${deliveryId}\n${relativePath.normalize('NFC')}${turn === 0 ? '' : `\n${String(turn)}`}`;
  return sha256Of(place).slice(0, 32);
}

export function isSamePlace(one: string, other: string): boolean {
  return one.normalize('NFC') === other.normalize('NFC');
}

/** Returns the id of a return at a place, existing or new, unless the return was at another place before. */
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

/** Fields of a record that follow from the places of its file and version. */
export function placeOf(
  { folder }: Pick<WatchedVersion, 'folder'>,
  { path, relativePath }: Pick<ReturnFile, 'path' | 'relativePath'>,
): Pick<ReturnRecord, 'versionFolder' | 'versionName' | 'path' | 'fileName' | 'relativePath'> {
  const versionName = basename(folder);
  const fileName = basename(path);
  return { versionFolder: folder, versionName, path, fileName, relativePath };
}

/** Creates the record of a return that is still being written. */
export function settlingRecord(version: WatchedVersion, file: ReturnFile, returnId: string): ReturnRecord {
  const { deliveryId, connectionId, projectId, projectTitle } = version;
  return {
    returnId,
    deliveryId,
    connectionId,
    projectId,
    projectTitle,
    ...placeOf(version, file),
    editor: editorOfType[file.type],
    kind: file.type === 'movie' ? 'movie' : file.type === 'srt' ? 'captions' : 'timeline',
    state: 'settling',
    error: null,
    sequence: null,
    sequences: [],
    readSequence: null,
    summary: [],
    counts: { edits: 0, losses: 0 },
    isMissing: false,
    isPractice: file.relativePath === practicePath,
    captions: [],
    captionsAtMs: 0,
    keptAs: null,
    uploadId: null,
    awaitedCut: null,
    returnedAt: Math.floor(file.modifiedAtMs / 1000),
    fingerprint: null,
    sizeBytes: file.sizeBytes,
    modifiedAtMs: file.modifiedAtMs,
    ...notKeeping,
    lastUpdate: null,
  };
}

/** Fields of a return that is not being kept. */
export const notKeeping = { keepingAs: null, collects: false, updating: null, waitingFor: null } as const;

/** True if a drive or another program blocked the reading of the file, whatever its content. */
export function isUnread({ state, error }: Pick<ReturnRecord, 'state' | 'error'>): boolean {
  return state === 'failed' && error?.code === 'file_unreadable';
}

/** True if the file was read, and is read again only when it changes. */
export function isRead(record: Pick<ReturnRecord, 'state' | 'error'>): boolean {
  return record.state !== 'settling' && !isUnread(record);
}

/** True if the user has decided on a return. */
export function isDecided(
  record: Pick<ReturnRecord, 'state' | 'keepingAs' | 'uploadId' | 'awaitedCut'>,
): boolean {
  const { state, keepingAs, uploadId } = record;
  const isFinal = state === 'kept' || state === 'dismissed' || state === 'uploaded';
  return isFinal || keepingAs !== null || uploadId !== null || awaitsCut(record);
}

/** Returns the fingerprint of content that is not read again; null without one. */
export function knownFingerprintOf(record: ReturnRecord | null): string | null {
  return record === null || isUnread(record) ? null : record.fingerprint;
}

/**
 * Fields of a record that follow from the found file.
 * @param captions names of the captions beside the file that are part of it.
 */
export function factsOfFile(
  file: ReturnFile,
  captions: readonly string[],
): Pick<ReturnRecord, 'sizeBytes' | 'modifiedAtMs' | 'captions' | 'captionsAtMs' | 'isMissing'> {
  const { sizeBytes, modifiedAtMs } = file;
  return {
    sizeBytes,
    modifiedAtMs,
    captions: [...captions],
    captionsAtMs: captionsTimeOf(file),
    isMissing: false,
  };
}

/** Resets a return whose file has new, still unknown content. */
function freshRecord(base: ReturnRecord, file: ReturnFile, captions: readonly string[]): ReturnRecord {
  const returnedAt = Math.floor(file.modifiedAtMs / 1000);
  const awaitedCut = awaitsCut(base) ? base.awaitedCut : null;
  return {
    ...base,
    ...factsOfFile(file, captions),
    keptAs: null,
    uploadId: null,
    lastUpdate: null,
    awaitedCut,
    returnedAt,
  };
}

/** Returns the record for newly described content, on which the user has not decided yet. */
export function describedRecord(
  base: ReturnRecord,
  file: ReturnFile,
  { fingerprint, captions, description }: Extract<Examined, { kind: 'described' }>,
): { readonly record: ReturnRecord; readonly parts: ReturnParts } {
  const { parts, ...described } = description;
  const record: ReturnRecord = {
    ...freshRecord(base, file, captions),
    ...described,
    fingerprint,
    state: 'described',
    error: null,
    sequences: [],
  };
  return { record, parts };
}

/** Returns the record of a return whose content cannot be read, or not before the user has chosen a sequence. */
export function failedRecord(
  base: ReturnRecord,
  file: ReturnFile,
  { body, sequences, fingerprint, captions }: Extract<Examined, { kind: 'failed' }>,
): ReturnRecord {
  return {
    ...freshRecord(base, file, captions),
    summary: [],
    counts: { edits: 0, losses: 0 },
    state: 'failed',
    error: body,
    sequences,
    readSequence: null,
    fingerprint,
  };
}
