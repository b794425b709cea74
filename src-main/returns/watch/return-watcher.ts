import { statfs } from 'node:fs/promises';
import { type FSWatcher, watch } from 'chokidar';
import type { Clock, Log } from '../../platform.ts';
import type { WatchedVersion } from '../return-record.ts';
import type { ReturnScanner } from './return-scanner.ts';
import { settleMs } from './settling-files.ts';
import { isTooOldToPoll, watchOptions } from './watch-options.ts';
import type { WatchedFolders } from './watched-folders.ts';

export interface ReturnWatcherDeps {
  readonly scanner: Pick<ReturnScanner, 'scan' | 'scanFolder'>;
  /** The user's watched folders. */
  readonly watched: Pick<WatchedFolders, 'paths' | 'note' | 'follow'>;
  /** Returns every version whose folder was ever placed. */
  readonly versions: () => readonly WatchedVersion[];
  /** Searches for versions missing from their places. Resolves to true if `versions` now has a new place for any. */
  readonly findMoved: (missing: readonly WatchedVersion[]) => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Time without events before a folder is scanned. */
export const gatherMs = 300;
/** Interval of regular scans, because events get lost and some volumes send none. */
const scanEveryMs = 30_000;
/** Linux file system types that report no changes by others: NFS, SMB, CIFS, FUSE. */
const remoteTypes = new Set([0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x65735546]);

/** Scans version folders and the user's folders on file events, and every half minute. */
export class ReturnWatcher {
  readonly #deps: ReturnWatcherDeps;
  readonly #stopper = new AbortController();
  /** Versions by folder; a new version may take the place of a gone one. */
  #versions = new Map<string, WatchedVersion[]>();
  /** Number of newer versions, by folder. */
  #ages = new Map<string, number>();
  /** Watchers of the folders that exist. */
  readonly #watchers = new Map<string, FSWatcher>();
  /** Folders to scan, in the order of the requests. */
  readonly #queue = new Set<string>();
  readonly #timers = new Map<string, () => void>();
  #isStarted = false;
  #working: Promise<void> | null = null;

  constructor(deps: ReturnWatcherDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#isStarted = true;
    this.#scanEvery();
    this.refresh();
  }

  /** Scans all versions, new ones too, and the user's folders. Does nothing before `start`. */
  refresh(): void {
    if (!this.#isStarted || this.#stopper.signal.aborted) return;
    // The newest versions come first.
    this.#versions = Map.groupBy(this.#deps.versions(), ({ folder }) => folder);
    this.#ages = new Map([...this.#versions.keys()].map((folder, age) => [folder, age]));
    for (const [folder, watcher] of this.#watchers)
      if (!this.#isWanted(folder) || this.#isPolledTooLong(folder, watcher)) this.#unwatch(folder);
    for (const folder of [...this.#versions.keys(), ...this.#deps.watched.paths()]) this.#queue.add(folder);
    this.#work();
  }

  /** Scans the folder of a version now; resolves when the queue is empty. */
  async scanNow(folder: string): Promise<void> {
    if (!this.#versions.has(folder)) return;
    this.#queue.add(folder);
    this.#work();
    await this.idle();
  }

  /** Resolves when every queued folder has been scanned. */
  async idle(): Promise<void> {
    while (this.#working) await this.#working;
  }

  async dispose(): Promise<void> {
    this.#stopper.abort();
    for (const cancel of this.#timers.values()) cancel();
    await this.#working;
    await Promise.all([...this.#watchers.values()].map((watcher) => watcher.close()));
  }

  #isPolledTooLong(folder: string, { options }: FSWatcher): boolean {
    return options.backendStrategy === 'polling' && isTooOldToPoll(this.#ages.get(folder) ?? 0);
  }

  #isWanted(folder: string): boolean {
    return this.#versions.has(folder) || this.#deps.watched.paths().includes(folder);
  }

  /** Watches a folder only while it exists, so that a new folder at the same path gets a new watcher. */
  async #watchWhile(isThere: boolean, folder: string): Promise<void> {
    if (!isThere) this.#unwatch(folder);
    else if (!this.#watchers.has(folder)) await this.#watch(folder);
  }

  async #watch(folder: string): Promise<void> {
    const isRemote = await isRemoteFolder(folder);
    if (this.#stopper.signal.aborted || !this.#isWanted(folder)) return;
    const age = this.#ages.get(folder);
    const kind = age === undefined ? 'users' : 'version';
    const options = watchOptions(process.platform, { folder, kind, isRemote, age: age ?? 0 });
    if (!options) return;
    const watcher = watch(folder, options);
    // Events are hints: the whole folder is scanned when they have paused.
    const happened = (): void => {
      this.#scanLater(folder, gatherMs);
    };
    // The watcher reports nothing until it is ready.
    watcher.on('all', happened).on('ready', happened);
    watcher.on('error', (error) => {
      this.#deps.log.warn('A folder for returns cannot be watched; it is scanned every half minute.', {
        error,
      });
    });
    this.#watchers.set(folder, watcher);
  }

  #unwatch(folder: string): void {
    void this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }

  #scanEvery(): void {
    this.#later('every', scanEveryMs, () => {
      this.#scanEvery();
      try {
        this.refresh();
      } catch (error) {
        this.#deps.log.error('The folders for returns were not scanned.', error);
      }
    });
  }

  #scanLater(folder: string, delayMs: number): void {
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
    const missing: WatchedVersion[] = [];
    for (const folder of this.#queue) {
      this.#queue.delete(folder);
      if (signal.aborted) continue;
      const versions = this.#versions.get(folder);
      try {
        if (versions) missing.push(...(await this.#scanVersions(folder, versions)));
        else await this.#scanFolder(folder);
      } catch (error) {
        if (!signal.aborted) this.#deps.log.error('A folder for returns was not scanned.', error, { folder });
      }
    }
    if (missing.length === 0 || signal.aborted) return;
    try {
      if (await this.#deps.findMoved(missing)) this.refresh();
    } catch (error) {
      this.#deps.log.error('Versions that are not in their places were not searched for.', error);
    }
  }

  /** Scans the versions of a folder. @returns the missing ones. */
  async #scanVersions(folder: string, versions: readonly WatchedVersion[]): Promise<WatchedVersion[]> {
    const missing: WatchedVersion[] = [];
    for (const version of versions) {
      const { isThere, isSettled } = await this.#deps.scanner.scan(version, this.#stopper.signal);
      if (!isSettled) this.#scanLater(folder, settleMs);
      if (!isThere) missing.push(version);
    }
    await this.#watchWhile(missing.length < versions.length, folder);
    return missing;
  }

  async #scanFolder(folder: string): Promise<void> {
    const { scanner, watched, versions } = this.#deps;
    if (!watched.paths().includes(folder)) return;
    const { state, isSettled } = await scanner.scanFolder(folder, versions(), this.#stopper.signal);
    if (!isSettled) this.#scanLater(folder, settleMs);
    await this.#watchWhile(state === 'watching', folder);
    watched.note(folder, state);
    await watched.follow(folder, state);
  }
}

/** True for a network folder; false where the system does not report it. */
async function isRemoteFolder(folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return /^[\\/]{2}/.test(folder);
  const answer = await statfs(folder).catch(() => null);
  return answer !== null && remoteTypes.has(answer.type);
}
