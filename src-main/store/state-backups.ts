import { chmodSync, copyFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { backup, type DatabaseSync } from 'node:sqlite';
import { systemCodeOf } from '../files/folder-errors.ts';
import { isSound } from './open-state.ts';

const kept = 3;

/** Backups of a state lie beside it as `<name>.backup-<milliseconds>`. Newest first. */
export function listBackups(statePath: string): string[] {
  const prefix = `${basename(statePath)}.backup-`;
  return readdirSync(dirname(statePath))
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .sort((a, b) => Number(b.slice(prefix.length)) - Number(a.slice(prefix.length)))
    .map((name) => join(dirname(statePath), name));
}

/** Unix time in milliseconds of a backup. */
export function timeOfBackup(path: string): number {
  return Number(path.slice(path.lastIndexOf('-') + 1));
}

/** Copies the state while it is in use and keeps the newest three copies. */
export async function backUpState(database: DatabaseSync, statePath: string, nowMs: number): Promise<void> {
  const unfinished = `${statePath}.backup-unfinished`;
  rmSync(unfinished, { force: true });
  await backup(database, unfinished);
  chmodSync(unfinished, 0o600);
  renameSync(unfinished, `${statePath}.backup-${String(nowMs)}`);
  for (const old of listBackups(statePath).slice(kept)) rmSync(old, { force: true });
}

/**
 * Moves an unreadable state aside and puts the newest sound backup in its place.
 * @returns the time of that backup, or null when there is none and the state starts empty.
 */
export function replaceDamagedState(statePath: string, nowMs: number): number | null {
  for (const suffix of ['-wal', '-shm', '']) {
    try {
      renameSync(statePath + suffix, `${statePath}.corrupt-${String(nowMs)}${suffix}`);
    } catch (error) {
      // Not every state has all three files. One left behind would be taken for a part of the backup.
      if (systemCodeOf(error) !== 'ENOENT') throw error;
    }
  }
  const sound = listBackups(statePath).find((path) => isSound(path));
  if (sound === undefined) return null;
  const unfinished = `${statePath}.restoring`;
  copyFileSync(sound, unfinished);
  renameSync(unfinished, statePath);
  return timeOfBackup(sound);
}
