import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../../src-shared/app-error.ts';

/** A link to `<computer>-<process>` that Chromium puts into the folder of the app's data; not on Windows. */
const lockName = 'SingletonLock';

/**
 * Why Electron does not give the lock on the folder of the app's data, as a `conflict`. Its `host` is another computer
 * that has it, or had it when it went down; without one the app runs here.
 */
export function lockedOut(userData: string): AppError {
  const path = join(userData, lockName);
  const host = computerOf(path);
  if (host === null || host === hostname()) {
    return new AppError('conflict', 'Dailies is already running; its window comes to the front.', {
      details: { path },
    });
  }
  const message = `Dailies is running with this folder on another computer, ${host}. If it is not, remove ${path}.`;
  return new AppError('conflict', message, { details: { path, host } });
}

function computerOf(path: string): string | null {
  try {
    return /^(.+)-\d+$/.exec(readlinkSync(path))?.[1] ?? null;
  } catch {
    return null;
  }
}
