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
import { basename, dirname, join } from 'node:path';
import { backup, type DatabaseSync } from 'node:sqlite';
import { systemCodeOf } from '../foundation/folder-errors.ts';
import { isSound, stateSuffixes } from './open-state.ts';
import { makePrivateDatabase } from './private-files.ts';

const kept = 3;
/** Backups dated further ahead were made when the clock was wrong. */
const aheadMs = 3_600_000;

/**
 * Backups of a state lie beside it as `<name>.backup-<milliseconds>`. Newest first, and behind them those of the
 * future, of which nobody knows how old they are.
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

/** Whether there was a state here before, of which there is a copy, sound or not. */
export function hasBackup(statePath: string): boolean {
  return listBackups(statePath, 0).length > 0;
}

/** Whether one of the copies can take the place of the state. */
export function hasSoundBackup(statePath: string): boolean {
  return listBackups(statePath, 0).some((path) => isSound(path));
}

/** The time since the last backup; infinite when there is none of the past. */
export function msSinceBackup(statePath: string, nowMs: number): number {
  const [newest] = listBackups(statePath, nowMs);
  const isPast = newest !== undefined && timeOfBackup(newest) <= nowMs + aheadMs;
  return isPast ? nowMs - timeOfBackup(newest) : Infinity;
}

/** Unix time in milliseconds of a backup. */
function timeOfBackup(path: string): number {
  return Number(path.slice(path.lastIndexOf('-') + 1));
}

/** Copies the state while it is in use and keeps the newest three copies. */
export async function backUpState(database: DatabaseSync, statePath: string, nowMs: number): Promise<void> {
  const unfinished = `${statePath}.backup-unfinished`;
  rmSync(unfinished, { force: true });
  makePrivateDatabase(unfinished);
  await backup(database, unfinished);
  renameSync(unfinished, `${statePath}.backup-${String(nowMs)}`);
  for (const old of listBackups(statePath, nowMs).slice(kept)) rmSync(old, { force: true });
}

/** Whether the state was replaced, and what follows from that is not in the new one yet. */
export function isReplaced(statePath: string): boolean {
  return existsSync(replacedMarkOf(statePath));
}

/** Called when what follows from a replacement is in the new state. */
export function settleReplacement(statePath: string): void {
  rmSync(replacedMarkOf(statePath), { force: true });
}

function replacedMarkOf(statePath: string): string {
  return `${statePath}.replaced`;
}

/**
 * Moves a state that cannot be used aside and puts the newest sound backup in its place.
 * `isReplaced` from then on, also after a crash in between.
 * @param why for the name of the one that is kept aside.
 * @returns the time of that backup, or null when there is none and the state starts empty.
 */
export function replaceState(statePath: string, why: 'corrupt' | 'newer', nowMs: number): number | null {
  const mark = openSync(replacedMarkOf(statePath), 'w', 0o600);
  fsyncSync(mark);
  closeSync(mark);
  for (const suffix of stateSuffixes) {
    try {
      renameSync(statePath + suffix, `${statePath}.${why}-${String(nowMs)}${suffix}`);
    } catch (error) {
      // Not every state has all of these files. One left behind would be taken for a part of the backup.
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
