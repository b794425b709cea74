import { AppError } from '../../src-shared/app-error.ts';

/** Primary result codes of SQLite (sqlite3.h). */
export const sqliteCodes = { busy: 5, corrupt: 11, full: 13, notADatabase: 26 } as const;

/**
 * Codes about the file's surroundings, which say nothing about what is in it: permission, busy, locked, out of
 * memory, read-only, a failing drive, full, cannot be opened.
 */
const ofSurroundings = new Set<number>([3, sqliteCodes.busy, 6, 7, 8, 10, sqliteCodes.full, 14]);
/** SQLITE_IOERR_SHORT_READ: the drive is well, the file is too short. */
const shortRead = 522;

/** The primary result code of an error that SQLite raised; null when it was not SQLite. */
export function sqliteCodeOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  return error.errcode & 0xff;
}

/** True when an error while opening a database means that its content is damaged. */
export function tellsOfDamage(error: unknown): boolean {
  const code = sqliteCodeOf(error);
  if (code === null || !ofSurroundings.has(code)) return true;
  return error instanceof Error && 'errcode' in error && error.errcode === shortRead;
}

/** A full disk as the user hears of it; anything else as it is. */
export function storeErrorOf(error: unknown, path: string): unknown {
  if (sqliteCodeOf(error) !== sqliteCodes.full) return error;
  return new AppError('disk_full', 'The state of the app cannot be written.', {
    details: { path },
    cause: error,
  });
}
