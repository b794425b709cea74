import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../src-shared/app-error.ts';
import { systemCodeOf } from '../foundation/folder-errors.ts';

/**
 * Many writes that reach the disk together: all of them or none. Within another one they are part of it.
 * @throws AppError `disk_full`, `state_unreadable`, and whatever `work` throws; nothing is written then.
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

/** Permission, read-only, a failing drive, cannot be opened. */
const ofDrive = [3, 8, 10, 14];
/**
 * Codes about the file's surroundings, which say nothing about what is in it: the drive, busy, locked, out of memory,
 * full.
 */
const ofSurroundings = new Set<number>([...ofDrive, sqliteCodes.busy, 6, 7, sqliteCodes.full]);
/** SQLITE_IOERR_SHORT_READ: the drive is well, the file is too short. */
const shortRead = 522;

const fullCodes = ['ENOSPC', 'EDQUOT', 'EFBIG'];
/** What the system answers where no folder can be or nothing can be made in it, whatever the drive. */
const placeCodes = ['ENOENT', 'ENOTDIR', 'EEXIST', 'EISDIR', 'ELOOP', 'ENAMETOOLONG', 'EPERM', 'EACCES'];
/** More than most commits are. */
const probeBytes = 256 * 1024;

/** The primary result code of an error that SQLite raised; null when it was not SQLite. */
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
 * What the system did to the state, in words for the user: `disk_full`, or `state_unreadable` with `reason` `place`
 * or `drive`. Anything else is given back as it is.
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

/** The words for a place that the state cannot be in, for logs and terminals. */
export function unusableFolderMessage(path: string, systemCode: string): string {
  return `${path} cannot hold the data of the app: ${systemCode}`;
}

/** Does work on the state at `path`. @throws AppError as `storeErrorOf`, and whatever else the work throws. */
export function withStoreErrors<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw storeErrorOf(error, path);
  }
}

/** The system's code of a drive that fails; empty when it is not known, null for other errors. */
function refusalOf(error: unknown, path: string): string | null {
  const code = sqliteCodeOf(error);
  if (code === sqliteCodes.full) return 'ENOSPC';
  if (code !== null) return ofDrive.includes(code) ? refusalBeside(path) : null;
  const systemCode = systemCodeOf(error);
  return /^E[A-Z0-9]+$/.test(systemCode) ? systemCode : null;
}

/** SQLite has one code for a used-up quota and a failing drive: the system tells another write apart. */
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

/** The system's code of what became of it; empty when it succeeded. */
function systemCodeFrom(work: () => void): string {
  try {
    work();
    return '';
  } catch (error) {
    return systemCodeOf(error);
  }
}
