import { posix, win32 } from 'node:path';
import type { ChokidarOptions } from 'chokidar';
import { returnsFolder } from '../../deliveries/version/manifest.ts';
import { isBundleName, isPassedOver, returnTypeOf, watchedLevels } from './return-files.ts';

/** A folder to watch for returns. */
export interface WatchedPlace {
  readonly folder: string;
  /** A version, or a folder of the user's own. */
  readonly kind: 'version' | 'users';
  /** Number of newer versions; 0 for a folder of the user's own. */
  readonly age: number;
  /** True for a network drive that reports no changes by others. */
  readonly isRemote: boolean;
}

const pollEveryMs = 5_000;
/** Polling takes time for each file, so older versions are only scanned every half minute. */
const maxPolled = 100;

/** True for a version that is not polled. @param age number of newer versions */
export function isTooOldToPoll(age: number): boolean {
  return age >= maxPolled;
}
/** Covers a version's folder, its folder for returns, and bundles in there. */
const versionLevels = 2;

/** Returns the options of the watcher of a folder; null for a folder that is not watched. */
export function watchOptions(platform: NodeJS.Platform, place: WatchedPlace): ChokidarOptions | null {
  const isUsers = place.kind === 'users';
  const depth = isUsers ? watchedLevels + 1 : versionLevels;
  const backend = backendOf(platform, place, depth);
  if (backend.backend === 'polling' && isTooOldToPoll(place.age)) return null;
  return {
    ...backend,
    followSymlinks: !isUsers,
    ignoreInitial: true,
    ignorePermissionErrors: true,
    ignored: ignoredIn(platform, place, depth),
  };
}

/**
 * While Windows has a folder open, it neither renames the folders above nor ejects the drive. It therefore polls
 * versions, and opens only the topmost of the user's folders: a native watch with a depth would open each.
 */
function backendOf(
  platform: NodeJS.Platform,
  { kind, isRemote }: WatchedPlace,
  depth: number,
): ChokidarOptions {
  const isWindows = platform === 'win32';
  if (isRemote || (isWindows && kind === 'version'))
    return { backend: 'polling', pollingInterval: pollEveryMs, pollingBinaryInterval: pollEveryMs, depth };
  return isWindows ? { backend: 'native-recursive' } : { depth };
}

/** Ignores also what lies too deep or in ignored folders, because a watch of a whole tree reports that too. */
function ignoredIn(
  platform: NodeJS.Platform,
  { folder, kind }: WatchedPlace,
  depth: number,
): NonNullable<ChokidarOptions['ignored']> {
  const paths = platform === 'win32' ? win32 : posix;
  const isOpened = kind === 'users' ? (name: string) => !isPassedOver(name) : isScanned;
  return (path, stats) => {
    // Equal paths can differ in their text: the watcher writes `/` on Windows too.
    const below = paths.relative(folder, path);
    if (below === '') return false;
    const folders = below.split(paths.sep);
    const name = folders.pop() ?? '';
    if (folders.length > depth || !folders.every(isOpened)) return true;
    if (!stats) return false;
    return stats.isDirectory() ? !isOpened(name) : !isReturnOrPart(name);
  };
}

const isScanned = (name: string): boolean => name === returnsFolder || isBundleName(name);

/** True for returns and their parts: captions beside a document, and files in a bundle. */
function isReturnOrPart(name: string): boolean {
  return returnTypeOf(name) !== null || /\.(?:ass|srt|vtt)$/i.test(name);
}
