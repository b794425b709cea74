import { constants } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import { AppError } from '../../../src-shared/app-error.ts';
import { readManifest, returnsFolder } from '../../deliveries/version/manifest.ts';
import { folderErrorOf, systemCodeOf } from '../../foundation/files/folder-errors.ts';
import { isInside } from '../../foundation/files/read-foreign-file.ts';
import type { FileGrants } from '../../intake/file-grants.ts';
import { unsupported } from '../../intake/inspect-file.ts';
import type { ReturnRecord, ReturnRepository } from '../../state/return-repository.ts';
import {
  describedRecord,
  factsOfFile,
  failedRecord,
  isSamePlace,
  knownFingerprintOf,
  placeOf,
  returnIdAt,
  settlingRecord,
  type WatchedVersion,
} from '../return-record.ts';
import { type CallFailure, errorOf } from '../thread/call-failure.ts';
import type { ReturnReader } from '../thread/return-reader.ts';
import { isBundleName, type ReturnFile, returnFileAt } from '../watch/return-files.ts';
import type { FoundVersion } from './find-version.ts';

export interface TakeReturnDeps {
  readonly grants: Pick<FileGrants, 'open' | 'release'>;
  /** Returns every comparable version, newest first. */
  readonly versions: () => readonly WatchedVersion[];
  readonly repository: ReturnRepository;
  readonly reader: Pick<ReturnReader, 'examine' | 'findVersion'>;
}

/**
 * Takes a file that the user presents as a return of its version. The file stays at its place; an inbox copy that the
 * app owns is copied into the version's folder for returns.
 * @throws AppError `return_unmatched` where no version matches, `conflict` with `reason` `as_delivered`,
 * `file_type_unsupported`, `file_unreadable`, `document_unreadable`.
 */
export async function takeReturn(fileGrant: string, deps: TakeReturnDeps): Promise<ReturnRecord> {
  const { path: granted, displayName, isOwned } = await deps.grants.open(fileGrant);
  const path = isBundleName(dirname(granted)) ? dirname(granted) : granted;
  const shown = await returnFileAt(path, path);
  if (shown === null) throw unsupported(displayName);
  const name = isOwned ? displayName : basename(path);
  const found = await deps.reader.findVersion({ file: shown, name, versions: deps.versions() });
  if (found === 'no_timeline') throw unsupported(displayName);
  if (found === null)
    throw new AppError('return_unmatched', `${displayName} belongs to no version.`, {
      details: { displayName },
    });
  const file = await placed(shown, isOwned ? displayName : null, found);
  if (isOwned) await deps.grants.release(granted);
  return noteReturn(file, found, deps);
}

/** Returns the file with its path relative to the version. */
async function placed(
  shown: ReturnFile,
  copyName: string | null,
  { version: { folder } }: FoundVersion,
): Promise<ReturnFile> {
  if (copyName === null) {
    const isHere = isInside(shown.path, folder);
    return isHere ? { ...shown, relativePath: relative(folder, shown.path).split(sep).join('/') } : shown;
  }
  const name = await copyBeside(shown.path, join(folder, returnsFolder), copyName);
  const file = await returnFileAt(join(folder, returnsFolder, name), `${returnsFolder}/${name}`);
  if (file === null) throw unsupported(copyName);
  return file;
}

/** Copies a file under a free name; replaces nothing. @returns the name of the copy. */
async function copyBeside(from: string, folder: string, name: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const suffix = extname(name);
  for (let count = 1; ; count += 1) {
    const tried =
      count === 1 ? name : `${name.slice(0, name.length - suffix.length)} ${String(count)}${suffix}`;
    try {
      await copyFile(from, join(folder, tried), constants.COPYFILE_EXCL);
      return tried;
    } catch (error) {
      if (systemCodeOf(error) !== 'EEXIST') throw folderErrorOf(error, folder);
    }
  }
}

/**
 * Reads a file at its place and stores the result. Captions that are part of a timeline's return give that one.
 * @throws AppError `conflict` with `reason` `as_delivered`, `file_unreadable`, `document_unreadable`.
 */
export async function noteReturn(
  presented: ReturnFile,
  { version, manifest }: FoundVersion,
  {
    repository,
    reader,
  }: { readonly repository: ReturnRepository; readonly reader: Pick<ReturnReader, 'examine'> },
): Promise<ReturnRecord> {
  const { deliveryId, folder: versionFolder } = version;
  const records = repository.listOfDelivery(deliveryId);
  const whole = records.find((record) => isPartOf(presented, record));
  const file = (whole && (await returnFileAt(whole.path, whole.relativePath))) ?? presented;
  const before = records.find(({ relativePath }) => isSamePlace(relativePath, file.relativePath)) ?? null;
  const returnId = before?.returnId ?? returnIdAt(repository, deliveryId, file.relativePath);
  const examined = await reader.examine({
    file,
    versionFolder,
    manifest,
    isSettled: true,
    sequence: before?.sequence ?? null,
    knownFingerprint: knownFingerprintOf(before),
  });
  if (examined.kind === 'own')
    throw new AppError('conflict', `${file.path} is as it was delivered.`, {
      details: { reason: 'as_delivered', displayName: basename(file.path) },
    });
  const now = repository.get(returnId) ?? settlingRecord(version, file, returnId);
  const base = { ...now, ...placeOf(version, file) };
  if (examined.kind === 'failed')
    return noteQuestion(failedRecord(base, file, examined), examined, repository);
  if (examined.kind === 'described') {
    const { record, parts } = describedRecord(base, file, examined);
    repository.putWhole(record, parts);
    return record;
  }
  const facts = examined.kind === 'known' ? factsOfFile(file, examined.captions) : { isMissing: false };
  const record = { ...base, ...facts };
  repository.put(record);
  return record;
}

/**
 * Reads a return again by the sequence that the user chose, and stores both.
 * @throws AppError `conflict` for a sequence that was not offered, `not_found` when the file is gone, and as `noteReturn`.
 */
export async function chooseSequence(
  record: ReturnRecord,
  key: string,
  { repository, reader }: Pick<TakeReturnDeps, 'repository' | 'reader'>,
): Promise<ReturnRecord> {
  if (!record.sequences.some((one) => one.key === key))
    throw new AppError('conflict', 'The document does not offer this sequence.');
  const { path, relativePath, versionFolder: folder } = record;
  const manifest = await readManifest(folder);
  const file = await returnFileAt(path, relativePath).catch(() => null);
  if (!file || manifest === null)
    throw new AppError('not_found', 'The returned file is not there.', { details: { path } });
  repository.put({
    ...record,
    sequence: key,
    sequences: [],
    state: 'settling',
    error: null,
    fingerprint: null,
  });
  const { deliveryId, connectionId, projectId, projectTitle } = record;
  const version = { deliveryId, connectionId, projectId, projectTitle, folder };
  return noteReturn(file, { version, manifest }, { repository, reader });
}

/** Stores a return whose user has to choose a sequence. @throws the error of any other unreadable return. */
function noteQuestion(
  failed: ReturnRecord,
  failure: CallFailure,
  repository: ReturnRepository,
): ReturnRecord {
  if (failed.sequences.length === 0) throw errorOf(failure);
  repository.putWhole(failed, { edits: [], staying: [], strips: null });
  return failed;
}

/** True for captions that are part of a return. */
function isPartOf({ path, type }: ReturnFile, record: ReturnRecord): boolean {
  const isBeside = dirname(record.path) === dirname(path);
  return type === 'srt' && isBeside && !record.isMissing && record.captions.includes(basename(path));
}
