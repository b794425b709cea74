import { storeErrorOf } from './sqlite-errors.ts';
import type { StateStore } from './state-store.ts';

/**
 * Many writes that reach the disk together: all of them or none. Within another one they are part of it.
 * @throws AppError `disk_full`, `state_unreadable`, and whatever `work` throws; nothing is written then.
 */
export function inTransaction(state: StateStore, work: () => void): void {
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
