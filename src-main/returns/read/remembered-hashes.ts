import { stat } from 'node:fs/promises';

type HashFile = (path: string) => Promise<string>;

/** Far more files than a cut is likely to have elsewhere. */
const maxRemembered = 2000;

/** Caches a file's hash until the file changes, because each view of an update reads the return again. */
export function rememberHashes(hashFile: HashFile): HashFile {
  const known = new Map<string, { readonly state: string; readonly hash: Promise<string> }>();
  return async (path) => {
    const { size, mtimeMs, ctimeMs, ino } = await stat(path);
    const state = [size, mtimeMs, ctimeMs, ino].join(' ');
    const before = known.get(path);
    if (before?.state === state) return before.hash;
    const hash = hashFile(path);
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
