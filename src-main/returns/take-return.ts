import { constants } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import { returnsFolder } from '../deliveries/manifest.ts';
import { folderErrorOf, systemCodeOf } from '../foundation/folder-errors.ts';
import type { FileGrants } from '../intake/file-grants.ts';
import { unsupported } from '../intake/inspect-file.ts';
import type { ReturnRecord, ReturnRepository } from '../state/return-repository.ts';
import { examineReturn } from './examine-return.ts';
import { findVersion, type FoundVersion, isInside } from './find-version.ts';
import { readContent } from './read-return.ts';
import { isBundleName, type ReturnFile, returnFileAt } from './return-files.ts';
import {
  describedRecord,
  isSamePlace,
  placeOf,
  returnIdAt,
  settlingRecord,
  type WatchedVersion,
} from './return-record.ts';

export interface TakeReturnDeps {
  readonly grants: Pick<FileGrants, 'open' | 'release'>;
  /** Returns every comparable version, newest first. */
  readonly versions: () => readonly WatchedVersion[];
  readonly repository: ReturnRepository;
  readonly hashFile: (path: string) => Promise<string>;
}

/**
 * Takes a file that the user presents as a return of its version. The file stays at its place; an inbox copy that the
 * app owns is copied into the version's folder for returns.
 * @returns the stored record.
 * @throws AppError `return_unmatched` where no version matches, `conflict` with `reason` `as_delivered`,
 * `file_type_unsupported`, `file_unreadable`, `document_unreadable`.
 */
export async function takeReturn(fileGrant: string, deps: TakeReturnDeps): Promise<ReturnRecord> {
  const { path: granted, displayName, isOwned } = await deps.grants.open(fileGrant);
  const path = isBundleName(dirname(granted)) ? dirname(granted) : granted;
  const shown = await returnFileAt(path, path);
  if (shown === null) throw unsupported(displayName);
  const text = shown.type === 'movie' ? null : (await readContent(shown)).text;
  const name = isOwned ? displayName : basename(path);
  const found = await findVersion(shown, { name, text }, deps.versions());
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
 * Reads a file at its place and stores the result.
 * @throws AppError `conflict` with `reason` `as_delivered`, `file_unreadable`, `document_unreadable`.
 */
export async function noteReturn(
  file: ReturnFile,
  { version, manifest }: FoundVersion,
  { repository, hashFile }: Pick<TakeReturnDeps, 'repository' | 'hashFile'>,
): Promise<ReturnRecord> {
  const { deliveryId } = version;
  const isHere = ({ relativePath }: ReturnRecord): boolean => isSamePlace(relativePath, file.relativePath);
  const before = repository.listOfDelivery(deliveryId).find(isHere) ?? null;
  const returnId = before?.returnId ?? returnIdAt(repository, deliveryId, file.relativePath);
  const versionFolder = version.folder;
  const knownFingerprint = before?.fingerprint ?? null;
  const examined = await examineReturn(file, {
    ...{ versionFolder, manifest, hashFile, knownFingerprint, isResting: true },
  });
  if (examined.kind === 'failed') throw examined.error;
  if (examined.kind === 'own')
    throw new AppError('conflict', `${file.path} is as it was delivered.`, {
      details: { reason: 'as_delivered', displayName: basename(file.path) },
    });
  const now = repository.get(returnId) ?? settlingRecord(version, file, returnId);
  const base = { ...now, ...placeOf(version, file) };
  if (examined.kind === 'described') {
    const { record, parts } = describedRecord(base, file, examined);
    repository.putWhole(record, parts);
    return record;
  }
  const record = { ...base, isMissing: false };
  repository.put(record);
  return record;
}
