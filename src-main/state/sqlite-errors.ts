import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../src-shared/app-error.ts';
import { systemCodeOf } from '../foundation/files/folder-errors.ts';

/**
 * Runs several writes as one transaction: all or none. A nested call joins the outer transaction.
 * @throws AppError `disk_full`, `state_unreadable`, and any error of `work`; nothing is written then.
 */
export function inTransaction(
  state: { readonly path: string; readonly database: DatabaseSync },
  work: () => void,
): void {
  const { database } = state;
  if (database.isTransaction) {
    work();
    return;
  }
  database.exec('BEGIN IMMEDIATE');
  try {
    work();
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw storeErrorOf(error, state.path);
  }
}

/** Primary result codes of SQLite (sqlite3.h). */
export const sqliteCodes = { busy: 5, corrupt: 11, full: 13, notADatabase: 26 } as const;

/** SQLite codes for missing permission, read-only, a failing drive, and a file that cannot be opened. */
const ofDrive = [3, 8, 10, 14];
/** SQLite codes that say nothing about the file's content: drive, busy, locked, out of memory, full. */
const ofSurroundings = new Set<number>([...ofDrive, sqliteCodes.busy, 6, 7, sqliteCodes.full]);
/** SQLITE_IOERR_SHORT_READ: the drive works, but the file is too short. */
const shortRead = 522;

const fullCodes = ['ENOSPC', 'EDQUOT', 'EFBIG'];
/** System codes for a path that cannot be a folder or where nothing can be created, whatever the drive. */
const placeCodes = ['ENOENT', 'ENOTDIR', 'EEXIST', 'EISDIR', 'ELOOP', 'ENAMETOOLONG', 'EPERM', 'EACCES'];
/** Larger than most commits. */
const probeBytes = 256 * 1024;

/** Returns the primary result code of an SQLite error; null for other errors. */
export function sqliteCodeOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  return error.errcode & 0xff;
}

/** True when an error while opening a database means that its content is damaged. */
export function meansDamage(error: unknown): boolean {
  const code = sqliteCodeOf(error);
  if (code === null || !ofSurroundings.has(code)) return true;
  return error instanceof Error && 'errcode' in error && error.errcode === shortRead;
}

/**
 * Converts a system failure of the state into a user error: `disk_full`, or `state_unreadable` with `reason` `place` or
 * `drive`. Returns any other error unchanged.
 */
export function storeErrorOf(error: unknown, path: string): unknown {
  const refusal = refusalOf(error, path);
  if (refusal === null) return error;
  if (fullCodes.includes(refusal)) {
    return new AppError('disk_full', 'The state of the app cannot be written.', {
      details: { path },
      cause: error,
    });
  }
  const reason = placeCodes.includes(refusal) ? 'place' : 'drive';
  const fault = reason === 'drive' ? `The drive with ${path} fails.` : unusableFolderMessage(path, refusal);
  return new AppError('state_unreadable', fault, {
    details: { path, reason, ...(refusal === '' ? {} : { systemCode: refusal }) },
    cause: error,
  });
}

/** Returns the message for a folder that cannot hold the state, for logs and terminals. */
export function unusableFolderMessage(path: string, systemCode: string): string {
  return `${path} cannot hold the data of the app: ${systemCode}. Set DAILIES_USER_DATA to another folder.`;
}

/** Runs work on the state at `path`. @throws AppError as `storeErrorOf`, and other errors of the work. */
export function withStoreErrors<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw storeErrorOf(error, path);
  }
}

/** Returns the system's code of a full or failing drive; empty when unknown, null for other errors. */
function refusalOf(error: unknown, path: string): string | null {
  const code = sqliteCodeOf(error);
  if (code === sqliteCodes.full) return 'ENOSPC';
  if (code !== null) return ofDrive.includes(code) ? refusalBeside(path) : null;
  const systemCode = systemCodeOf(error);
  return /^E[A-Z0-9]+$/.test(systemCode) ? systemCode : null;
}

/** Writes a probe file to find the system's code: SQLite has one code for an exhausted quota and a failing drive. */
function refusalBeside(path: string): string {
  const probe = join(dirname(path), 'probe');
  const written = systemCodeFrom(() => {
    writeFileSync(probe, Buffer.alloc(probeBytes), { mode: 0o600, flush: true });
  });
  const removed = systemCodeFrom(() => {
    rmSync(probe, { force: true });
  });
  return written || removed;
}

/** Returns the system's error code of `work`; empty on success. */
function systemCodeFrom(work: () => void): string {
  try {
    work();
    return '';
  } catch (error) {
    return systemCodeOf(error);
  }
}
