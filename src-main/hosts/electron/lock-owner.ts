import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../../src-shared/app-error.ts';
import { holdApplicationLock } from '../../state/application-lock.ts';
import { handOver, type StartWords } from '../page/start-words.ts';
import type { ElectronModules } from './electron-modules.ts';

/** A link to `<computer>-<process>` that Chromium creates in the app's data folder; not on Windows. */
const lockName = 'SingletonLock';

export interface OnlyInstanceDeps {
  readonly electron: Pick<ElectronModules, 'app'>;
  /** Called with the reason when this instance ends without having begun. */
  readonly onLockedOut: (reason: AppError) => void | Promise<void>;
}

/**
 * Starts the app unless another instance holds the lock. That one comes to the front with the words of this command
 * line, and this one ends.
 * @param startWords parsed here, as Electron may reorder the words of a second instance.
 * @returns true if it started.
 */
export async function asOnlyInstance(
  { electron, onLockedOut }: OnlyInstanceDeps,
  startWords: StartWords,
  start: () => Promise<void>,
): Promise<boolean> {
  const { app } = electron;
  const userData = app.getPath('userData');
  const elsewhere = heldElsewhere(userData);
  if (!elsewhere && app.requestSingleInstanceLock(handOver(startWords))) {
    await start();
    return true;
  }
  await onLockedOut(elsewhere ?? lockedOut(userData));
  app.quit();
  return false;
}

/**
 * Explains as a `conflict` why Electron denies the lock on the app's data folder. `host` is another computer that has
 * the lock, or had it when it went down; without `host` the app runs on this computer.
 */
function lockedOut(userData: string): AppError {
  const path = join(userData, lockName);
  const host = computerOf(path);
  if (host === null || host === hostname()) {
    return new AppError('conflict', 'Dailies is already running; its window comes to the front.', {
      details: { path },
    });
  }
  const message = `Dailies is running with this folder on another computer, ${host}. If it is not, remove ${path}.`;
  return new AppError('conflict', message, { details: { path, host, reason: 'other_computer' } });
}

/**
 * Explains why the app may not start while it runs with this folder on another computer: Electron would take that
 * computer's lock. Returns null otherwise, also for a lock that a computer left when it went down.
 */
function heldElsewhere(userData: string): AppError | null {
  const reason = lockedOut(userData);
  if (reason.details['host'] === undefined) return null;
  try {
    holdApplicationLock(userData)();
    return null;
  } catch (error) {
    return error instanceof AppError && error.code === 'conflict' ? reason : null;
  }
}

function computerOf(path: string): string | null {
  try {
    return /^(.+)-\d+$/.exec(readlinkSync(path))?.[1] ?? null;
  } catch {
    return null;
  }
}
