import { statfs } from 'node:fs/promises';
import { basename, sep } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { returnsFolder } from '../deliveries/manifest.ts';
import type { Clock, Log } from '../platform.ts';
import { isBundleName, isPassedOver, returnTypeOf, watchedLevels } from './return-files.ts';
import type { WatchedVersion } from './return-record.ts';
import { type ReturnScanner, type ScanResult, settleMs } from './return-scanner.ts';
import type { WatchedFolders } from './watched-folders.ts';

export interface ReturnWatcherDeps {
  readonly scanner: Pick<ReturnScanner, 'scan' | 'scanFolder'>;
  /** Folders of the user's. */
  readonly watched: Pick<WatchedFolders, 'paths' | 'note'>;
  /** Every version whose folder was ever put in its place. */
  readonly versions: () => readonly WatchedVersion[];
  readonly clock: Clock;
  readonly log: Log;
}

/** How long events must have stopped before a folder is looked at. */
export const gatherMs = 300;
/** Events get lost, and some volumes send none. */
const lookEveryMs = 30_000;
const pollEveryMs = 5_000;
/** Types of Linux file systems that tell nothing of what others write: NFS, SMB, CIFS, FUSE. */
const remoteTypes = new Set([0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x65735546]);

/** Looks at the folders of versions, and at those of the user's, whenever something happens in them, and every half minute besides. */
export class ReturnWatcher {
  readonly #deps: ReturnWatcherDeps;
  readonly #stopper = new AbortController();
  readonly #watchers: FSWatcher[] = [];
  readonly #versions = new Map<string, WatchedVersion>();
  /** Of the user's folders that are there. */
  readonly #watchedFolders = new Map<string, FSWatcher>();
  /** Folders to look at, in the order in which they were asked for. */
  readonly #queue = new Set<string>();
  readonly #timers = new Map<string, () => void>();
  #isStarted = false;
  #working: Promise<void> | null = null;
  #adding: Promise<void> = Promise.resolve();

  constructor(deps: ReturnWatcherDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#isStarted = true;
    this.refresh();
    this.#later('every', lookEveryMs, () => {
      this.start();
    });
  }

  /** Watches versions that are new, and looks at all of them. Nothing happens before the start. */
  refresh(): void {
    if (!this.#isStarted || this.#stopper.signal.aborted) return;
    const known = new Set(this.#versions.keys());
    for (const version of this.#deps.versions()) this.#versions.set(version.folder, version);
    const fresh = [...this.#versions.keys()].filter((folder) => !known.has(folder));
    if (fresh.length > 0) this.#adding = this.#adding.then(() => this.#watch(fresh));
    const watched = this.#deps.watched.paths();
    for (const folder of this.#watchedFolders.keys()) if (!watched.includes(folder)) this.#unwatch(folder);
    for (const folder of [...this.#versions.keys(), ...watched]) this.#queue.add(folder);
    this.#work();
  }

  /** Looks at the folder of a version now; resolves when that is done. */
  async lookAt(folder: string): Promise<void> {
    if (!this.#versions.has(folder)) return;
    this.#queue.add(folder);
    this.#work();
    await this.idle();
  }

  /** Resolves when every folder that was to be looked at has been. */
  async idle(): Promise<void> {
    await this.#adding;
    while (this.#working) await this.#working;
  }

  async dispose(): Promise<void> {
    this.#stopper.abort();
    for (const cancel of this.#timers.values()) cancel();
    await this.#adding;
    await this.#working;
    const watchers = [...this.#watchers, ...this.#watchedFolders.values()];
    await Promise.all(watchers.map((watcher) => watcher.close()));
  }

  async #watch(folders: readonly string[]): Promise<void> {
    const remote = await Promise.all(folders.map(isRemote));
    if (this.#stopper.signal.aborted) return;
    for (const isPolled of [false, true]) {
      const some = folders.filter((_, index) => remote[index] === isPolled);
      if (some.length > 0) this.#watchers.push(this.#watchSome(some, isPolled));
    }
  }

  async #watchFolder(folder: string): Promise<void> {
    const isPolled = await isRemote(folder);
    if (this.#stopper.signal.aborted || !this.#deps.watched.paths().includes(folder)) return;
    const watcher = this.#watchSome([folder], isPolled, true);
    this.#watchedFolders.set(folder, watcher);
    // Until then it tells nothing.
    watcher.on('ready', () => {
      this.#lookLater(folder, gatherMs);
    });
  }

  #unwatch(folder: string): void {
    void this.#watchedFolders.get(folder)?.close();
    this.#watchedFolders.delete(folder);
  }

  #watchSome(folders: readonly string[], isPolled: boolean, isUsers = false): FSWatcher {
    const roots = new Set(folders);
    const isOpened = isUsers ? (path: string) => !isPassedOver(basename(path)) : isLookedInto;
    const watcher = watch([...folders], {
      // The folder, its folder for returns, and folders there that are one document.
      depth: isUsers ? watchedLevels + 1 : 2,
      followSymlinks: !isUsers,
      ignoreInitial: true,
      ignorePermissionErrors: true,
      ...(isPolled && {
        backend: 'polling',
        pollingInterval: pollEveryMs,
        pollingBinaryInterval: pollEveryMs,
      }),
      ignored: (path, stats) => {
        if (!stats || roots.has(path)) return false;
        return stats.isDirectory() ? !isOpened(path) : !isWorthALook(path);
      },
    });
    watcher.on('all', (_event, path) => {
      this.#happened(path);
    });
    watcher.on('error', (error) => {
      this.#deps.log.warn('A folder for returns cannot be watched; it is looked at every half minute.', {
        error,
      });
    });
    return watcher;
  }

  /** Events are hints: the folder is looked at as a whole when they have stopped for a moment. */
  #happened(path: string): void {
    const folders = [...this.#versions.keys(), ...this.#watchedFolders.keys()];
    const folder = folders.find((each) => path === each || path.startsWith(each + sep));
    if (folder !== undefined) this.#lookLater(folder, gatherMs);
  }

  #lookLater(folder: string, delayMs: number): void {
    this.#later(folder, delayMs, () => {
      this.#queue.add(folder);
      this.#work();
    });
  }

  #later(key: string, delayMs: number, work: () => void): void {
    if (this.#stopper.signal.aborted) return;
    this.#timers.get(key)?.();
    const cancel = this.#deps.clock.schedule(delayMs, () => {
      this.#timers.delete(key);
      work();
    });
    this.#timers.set(key, cancel);
  }

  #work(): void {
    if (this.#stopper.signal.aborted) return;
    this.#working ??= this.#scanAll().finally(() => {
      this.#working = null;
      if (this.#queue.size > 0) this.#work();
    });
  }

  async #scanAll(): Promise<void> {
    const { signal } = this.#stopper;
    for (const folder of this.#queue) {
      this.#queue.delete(folder);
      if (signal.aborted) continue;
      const version = this.#versions.get(folder);
      try {
        const { isSettled } = version
          ? await this.#deps.scanner.scan(version, signal)
          : await this.#lookIn(folder);
        if (!isSettled) this.#lookLater(folder, settleMs);
      } catch (error) {
        if (!signal.aborted)
          this.#deps.log.error('A folder for returns was not looked at.', error, { folder });
      }
    }
  }

  /** It is watched as long as it is there: a folder put at the place of another is watched from then on. */
  async #lookIn(folder: string): Promise<ScanResult> {
    const { scanner, watched, versions } = this.#deps;
    if (!watched.paths().includes(folder)) return { isSettled: true };
    const result = await scanner.scanFolder(folder, versions(), this.#stopper.signal);
    if (result.state !== 'watching') this.#unwatch(folder);
    else if (!this.#watchedFolders.has(folder)) await this.#watchFolder(folder);
    watched.note(folder, result.state);
    return result;
  }
}

const isLookedInto = (path: string): boolean => basename(path) === returnsFolder || isBundleName(path);

/** Returns, and what belongs to them: captions beside a document, and what is in a folder that is one document. */
function isWorthALook(path: string): boolean {
  return returnTypeOf(basename(path)) !== null || /\.(?:ass|srt)$/i.test(path);
}

/** False where the system does not tell. */
async function isRemote(folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return /^[\\/]{2}/.test(folder);
  const answer = await statfs(folder).catch(() => null);
  return answer !== null && remoteTypes.has(answer.type);
}
