import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { unreadable } from '../../foundation/files/unreadable.ts';
import { systemTimer } from '../../foundation/settle-within.ts';
import type { Clock } from '../../platform.ts';

type HashFile = (path: string) => Promise<string>;

/** Limits of hashing one file: a drive may stop responding, and a file without content may be of any size. */
const longestMs = 600_000;
const shortestMs = 60_000;
/** Slower than any drive that media are edited on. */
const bytesPerMs = 20_000;

function limitMsOf(sizeBytes: number): number {
  return Math.min(longestMs, shortestMs + sizeBytes / bytesPerMs);
}

/** Far more files than a cut is likely to have elsewhere. */
const maxRemembered = 2000;

/**
 * Caches a file's hash until the file changes, because each view of an update reads the return again. Stops hashing a
 * file after a minute and a second for each 20 MB, ten minutes at most.
 * @param hashFile rejects with the signal's reason.
 */
export function rememberHashes(
  hashFile: (path: string, signal: AbortSignal) => Promise<string>,
  timer: Pick<Clock, 'schedule'> = systemTimer,
): HashFile {
  const known = new Map<string, { readonly state: string; readonly hash: Promise<string> }>();
  return async (path) => {
    const { size, mtimeMs, ctimeMs, ino } = await stat(path);
    const state = [size, mtimeMs, ctimeMs, ino].join(' ');
    const before = known.get(path);
    if (before?.state === state) return before.hash;
    const stopper = new AbortController();
    const cancel = timer.schedule(limitMsOf(size), () => {
      stopper.abort(unreadable(basename(path), 'too_slow'));
    });
    const hash = hashFile(path, stopper.signal).finally(cancel);
    known.delete(path);
    known.set(path, { state, hash });
    const [oldest] = known.keys();
    if (known.size > maxRemembered && oldest !== undefined) known.delete(oldest);
    hash.catch(() => {
      if (known.get(path)?.hash === hash) known.delete(path);
    });
    return hash;
  };
}
