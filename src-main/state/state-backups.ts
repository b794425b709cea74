import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { backup, type DatabaseSync } from 'node:sqlite';
import { systemCodeOf } from '../foundation/files/folder-errors.ts';
import { isSound, stateSuffixes } from './open-state.ts';
import { isFileOrMissing, makePrivateDatabase } from './private-files.ts';

const kept = 3;
/** Backups dated further in the future were made with a wrong clock. */
const aheadMs = 3_600_000;

/**
 * Lists the backups of a state, which are beside it as `<name>.backup-<milliseconds>`. Newest first; then those dated
 * in the future, whose age is unknown.
 */
function listBackups(statePath: string, nowMs: number): string[] {
  const prefix = `${basename(statePath)}.backup-`;
  const newestFirst = readdirSync(dirname(statePath))
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .map((name) => join(dirname(statePath), name))
    .sort((a, b) => timeOfBackup(b) - timeOfBackup(a));
  const isAhead = (path: string): boolean => timeOfBackup(path) > nowMs + aheadMs;
  return [...newestFirst.filter((path) => !isAhead(path)), ...newestFirst.filter(isAhead)];
}

/** True if a backup exists, sound or not, so that there was a state before. */
export function hasBackup(statePath: string): boolean {
  return listBackups(statePath, 0).length > 0;
}

/** True if a backup can replace the state. */
export function hasSoundBackup(statePath: string): boolean {
  return listBackups(statePath, 0).some((path) => isSound(path));
}

/** Returns the time since the last backup; infinite when there is none from the past. */
export function msSinceBackup(statePath: string, nowMs: number): number {
  const [newest] = listBackups(statePath, nowMs);
  const isPast = newest !== undefined && timeOfBackup(newest) <= nowMs + aheadMs;
  return isPast ? nowMs - timeOfBackup(newest) : Infinity;
}

/** Returns the time of a backup, in Unix milliseconds. */
function timeOfBackup(path: string): number {
  return Number(path.slice(path.lastIndexOf('-') + 1));
}

/**
 * Backs up the state while it is in use. Keeps the newest three backups of different content. Await it before the next
 * call, because all write the same unfinished file.
 */
export async function backUpState(database: DatabaseSync, statePath: string, nowMs: number): Promise<void> {
  const unfinished = `${statePath}.backup-unfinished`;
  rmSync(unfinished, { force: true });
  makePrivateDatabase(unfinished);
  await backup(database, unfinished);
  const content = await readFile(unfinished);
  for (const old of listBackups(statePath, nowMs))
    if (isFileOrMissing(old) && (await readFile(old)).equals(content)) rmSync(old, { force: true });
  renameSync(unfinished, `${statePath}.backup-${String(nowMs)}`);
  for (const dispensable of listBackups(statePath, nowMs).slice(kept)) rmSync(dispensable, { force: true });
}

/** True if the state was replaced and the consequences are not in the new one yet. */
export function isReplaced(statePath: string): boolean {
  return existsSync(replacedMarkOf(statePath));
}

/** Call this when the consequences of a replacement are in the new state. */
export function settleReplacement(statePath: string): void {
  rmSync(replacedMarkOf(statePath), { force: true });
}

function replacedMarkOf(statePath: string): string {
  return `${statePath}.replaced`;
}

/**
 * Moves an unusable state aside and restores the newest sound backup. Sets `isReplaced`, even if the app crashes in
 * between.
 * @param why part of the name of the state moved aside.
 * @returns the time of that backup; null when there is none and the state starts empty.
 */
export function replaceState(statePath: string, why: 'corrupt' | 'newer', nowMs: number): number | null {
  const mark = openSync(replacedMarkOf(statePath), 'w', 0o600);
  fsyncSync(mark);
  closeSync(mark);
  for (const suffix of stateSuffixes) {
    try {
      renameSync(statePath + suffix, `${statePath}.${why}-${String(nowMs)}${suffix}`);
    } catch (error) {
      // Not every state has all these files. One left behind would be taken for a part of the backup.
      if (systemCodeOf(error) !== 'ENOENT') throw error;
    }
  }
  const sound = listBackups(statePath, nowMs).find((path) => isSound(path));
  if (sound === undefined) return null;
  const unfinished = `${statePath}.restoring`;
  copyFileSync(sound, unfinished);
  renameSync(unfinished, statePath);
  return timeOfBackup(sound);
}
