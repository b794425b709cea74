import { AppError, type ErrorBody, toErrorBody } from '../../src-shared/app-error.ts';
import type { UpdatesRecord } from '../../src-shared/contract/updates.ts';
import { Semaphore } from '../foundation/semaphore.ts';
import { appIsClosing } from '../foundation/wait.ts';
import type { Clock, Shell, System } from '../platform.ts';
import type { SettingsRepository } from '../state/settings-repository.ts';
import type { Downloader } from '../transfers/download.ts';
import type { TransferEngine } from '../transfers/engine/transfer-engine.ts';
import { downloadPackage, unpackPackage } from './bring-package.ts';
import { fetchRelease, fileFor, isNewer, type Offer, refused, updateErrorOf } from './release.ts';
import { UpdateAtEnd, type UpdateAtEndDeps } from './update-at-end.ts';
import { lookAgainMs, UpdateBlockers } from './update-blockers.ts';
import { UpdateFiles } from './update-files.ts';
import { UpdateRecord } from './update-record.ts';
import type { UpdateSource } from './update-source.ts';

export interface UpdatesDeps extends UpdateAtEndDeps {
  readonly source: UpdateSource;
  /** Version of the running app. */
  readonly version: string;
  /** Private folder for downloads. */
  readonly downloads: string;
  readonly repository: SettingsRepository;
  readonly downloader: Downloader;
  readonly engine: Pick<TransferEngine, 'hashFile'>;
  readonly clock: Clock;
  readonly shell: Pick<Shell, 'openFile'>;
  readonly system: Pick<System, 'start' | 'isMetered'>;
  /** True while user transfers are running. */
  readonly isTransferring: () => boolean;
  readonly onChange: (record: UpdatesRecord) => void;
}

/** Options of a look: `feed` reads the feed before it is due, `download` ignores blockers. */
interface Wish {
  readonly feed?: boolean;
  readonly download?: boolean;
}

const firstCheckMs = 20_000;
const checkEveryMs = 6 * 3_600_000;
const afterFailureMs = 30 * 60_000;
const unread = 'The package of the update could not be read.';
const obstructed = new AppError('cancelled', 'Something has come in the way of the download.');

/** Checks the distributor's feed for new versions, downloads them when nothing blocks it, and installs them at quit. */
export class Updates {
  readonly atEnd: UpdateAtEnd;
  readonly #deps: UpdatesDeps;
  readonly #files: UpdateFiles;
  readonly #record: UpdateRecord;
  readonly #blockers: UpdateBlockers;
  /** Serialises all work on the update files. */
  readonly #turns = new Semaphore(1);
  readonly #stopper = new AbortController();
  #cancelNext: () => void = () => undefined;
  #working: 'downloading' | 'preparing' | null = null;
  #waitsFor: UpdatesRecord['waitsFor'] = null;
  #receivedBytes = 0;
  #isChecking = false;
  #error: ErrorBody | null = null;
  #previousVersion: string | null = null;
  /** Version that is ready to install and verified. */
  #readyVersion: string | null = null;
  /** True once the running version has opened its first window. */
  #isConfirmed = false;

  constructor(deps: UpdatesDeps) {
    this.#deps = deps;
    this.#files = new UpdateFiles({ folder: deps.downloads, kind: deps.installation.kind });
    this.atEnd = new UpdateAtEnd(deps, this.#files);
    this.#record = new UpdateRecord(deps);
    this.#blockers = new UpdateBlockers({ ...deps, isAutomatic: () => this.#record.current.isAutomatic });
  }

  /** Call this once the state is open: notes the outcome of earlier updates, and starts regular checks. */
  async start(): Promise<void> {
    const { version, folder, log, source } = this.#deps;
    const failed = folder?.failed().catch((error: unknown) => {
      log.error('The versions of the app could not be listed.', error);
      return [];
    });
    const left = (await failed) ?? [];
    if (left.length > 0) log.warn('A version did not start and was left for the one before.', { left });
    this.#record.settle(version, left);
    this.#record.verify(source);
    this.#next(firstCheckMs);
  }

  /** Confirms this version after its first window has opened. Removes files that are no longer needed. */
  async confirm(): Promise<void> {
    await this.#deps.folder?.confirm();
    this.#isConfirmed = true;
    await this.#inTurn(async () => {
      await this.#tidy();
      await this.#findReady();
    });
    this.#tell();
  }

  get(): UpdatesRecord {
    const { isAutomatic, checkedAt, release, failedVersion, news } = this.#record.current;
    const isBySystem = ['deb', 'rpm', 'dmg'].includes(this.#deps.installation.kind);
    return {
      ...{ isAutomatic, checkedAt, failedVersion, news },
      ...{ isChecking: this.#isChecking, error: this.#error, waitsFor: this.#waitsFor },
      available: release && { version: release.version, notes: release.notes },
      stage: release && this.#stage,
      receivedBytes: this.#receivedBytes,
      totalBytes: this.#wanted?.file.sizeBytes ?? 0,
      installs: isBySystem ? 'by_system' : 'at_quit',
      previousVersion: this.#previousVersion,
    };
  }

  /** Reads the feed at once and acts on it. Never rejects; the record contains a failure. */
  async check(): Promise<UpdatesRecord> {
    await this.#look({ feed: true });
    return this.get();
  }

  /** Downloads at once, despite blockers. Never rejects; the record contains a failure. */
  async download(): Promise<UpdatesRecord> {
    await this.#look({ download: true });
    return this.get();
  }

  setAutomatic(isAutomatic: boolean): UpdatesRecord {
    this.#record.change({ isAutomatic });
    this.#tell();
    void this.#look({});
    return this.get();
  }

  dismissNews(): UpdatesRecord {
    this.#record.change({ news: null, failedVersion: null });
    this.#tell();
    return this.get();
  }

  /**
   * Quits, installs the ready version and restarts, or opens the system's installer.
   * @throws AppError `conflict` while transfers run or nothing is ready, `update_refused`, `not_supported_here`.
   */
  async install(): Promise<void> {
    const { installation, shell, isTransferring } = this.#deps;
    const wanted = this.#wanted;
    if (wanted === null || this.#stage !== 'ready' || isTransferring())
      throw new AppError('conflict', 'The update cannot be installed now.');
    if (this.get().installs === 'at_quit') {
      this.atEnd.comeBack();
      return installation.quit();
    }
    if (!(await this.#hasPackage(wanted))) {
      await this.#findReady();
      throw refused('changed', 'The package of the update has changed since it was downloaded.');
    }
    await shell.openFile(this.#files.path(wanted.release.version));
  }

  /**
   * Opens the package of the previous version.
   * @throws AppError `not_found`, `update_refused` when it has changed since it was downloaded, `not_supported_here`.
   */
  async openPrevious(): Promise<void> {
    const version = this.#previousVersion;
    if (version === null) throw new AppError('not_found', 'There is no package of a version before.');
    if (!(await this.#isAsSigned(version, this.#record.current.hashes[version]))) {
      this.#previousVersion = null;
      this.#tell();
      throw refused('changed', 'The package of the version before has changed since it was downloaded.');
    }
    await this.#deps.shell.openFile(this.#files.path(version));
  }

  /**
   * Stops the work in progress and passes a ready version to `atEnd`, unless that interrupts transfers. Call this
   * before the transfers are stopped.
   */
  async dispose(): Promise<void> {
    const { isTransferring, folder, log } = this.#deps;
    // In a versioned folder the switch replaces the previous version, so this one must be confirmed first.
    const mayInstall = (folder === null || this.#isConfirmed) && !isTransferring() && this.atEnd.mayInstall;
    this.#cancelNext();
    this.#stopper.abort(appIsClosing);
    const { signal } = new AbortController();
    await this.#turns.acquire(signal);
    const wanted = this.#wanted;
    if (!mayInstall || wanted === null) return;
    try {
      // Checks again, because this start may have been too short for the check.
      if (await this.#isReady(wanted, signal)) this.atEnd.install(wanted.release.version);
    } catch (error) {
      log.error(unread, error);
    }
  }

  get #stage(): NonNullable<UpdatesRecord['stage']> {
    return this.#working ?? (this.#readyVersion === null ? 'waiting' : 'ready');
  }

  /** The release to download, with its file for this installation. */
  get #wanted(): Offer | null {
    const { release } = this.#record.current;
    const file = release && fileFor(release, this.#deps.installation);
    return release && file && { release, file };
  }

  #look(wish: Wish): Promise<void> {
    return this.#inTurn(() => this.#lookOnce(wish));
  }

  /** Runs work exclusively; does nothing while the app is closing. */
  async #inTurn(work: () => Promise<void>): Promise<void> {
    const release = await this.#turns.acquire(this.#stopper.signal).catch(() => null);
    if (release) await work().finally(release);
  }

  /** Runs one look. Never rejects. */
  async #lookOnce(wish: Wish): Promise<void> {
    const { signal } = this.#stopper;
    this.#cancelNext();
    let delayMs = lookAgainMs;
    try {
      this.#error = null;
      if (wish.feed === true || this.#isFeedDue()) await this.#askFeed(signal);
      else await this.#findEarlier();
      await this.#bring(wish.download === true, signal);
      if (this.#wanted === null || this.#stage === 'ready') delayMs = checkEveryMs;
    } catch (error) {
      if (error !== obstructed && !signal.aborted) {
        this.#error = toErrorBody(updateErrorOf(error));
        // A refusal stays until the distributor corrects it.
        delayMs = this.#error.code === 'update_refused' ? checkEveryMs : afterFailureMs;
        this.#deps.log.warn('An update could not be brought.', { error });
      }
    }
    if (signal.aborted) return;
    this.#tell();
    this.#next(delayMs);
  }

  /** Finds a version that an earlier start downloaded; without a window, nothing has looked for it yet. */
  async #findEarlier(): Promise<void> {
    if (this.#wanted !== null && this.#readyVersion === null) await this.#findReady();
  }

  #isFeedDue(): boolean {
    const { checkedAt } = this.#record.current;
    const sinceMs = this.#deps.clock.now() - (checkedAt ?? 0);
    return checkedAt === null || sinceMs < 0 || sinceMs >= checkEveryMs;
  }

  async #askFeed(signal: AbortSignal): Promise<void> {
    const { source, version, installation, clock } = this.#deps;
    this.#isChecking = true;
    this.#tell();
    try {
      const found = await fetchRelease(source, signal);
      const { release } = found;
      const isNew = isNewer(release.version, version) && fileFor(release, installation) !== null;
      const isOffered = isNew && !this.#record.current.failed.includes(release.version);
      const { minimumVersion } = release;
      if (isOffered && minimumVersion !== null && isNewer(minimumVersion, version))
        throw refused('too_old', `From this version ${release.version} cannot be updated to.`);
      this.#record.found(isOffered ? found : null, clock.now());
      await this.#findReady();
    } catch (error) {
      // The feed may be unreachable; a version that an earlier start downloaded can still be used.
      await this.#findEarlier().catch((cause: unknown) => {
        if (!signal.aborted) this.#deps.log.warn(unread, { error: cause });
      });
      throw error;
    } finally {
      this.#isChecking = false;
    }
  }

  /** Downloads and prepares the wanted version. @param isAsked true to ignore blockers. */
  async #bring(isAsked: boolean, signal: AbortSignal): Promise<void> {
    const { folder } = this.#deps;
    const wanted = this.#wanted;
    const isDone = wanted === null || this.#stage === 'ready';
    this.#waitsFor = isDone || isAsked ? null : await this.#blockers.find();
    if (isDone || this.#waitsFor !== null) return;
    const { file, release } = wanted;
    try {
      if (folder === null || !(await this.#hasPackage(wanted))) await this.#download(wanted, isAsked, signal);
      if (folder) {
        this.#working = 'preparing';
        this.#tell();
        await unpackPackage({ files: this.#files, folder }, { file, version: release.version, signal });
      }
      this.#readyVersion = release.version;
    } finally {
      this.#working = null;
    }
  }

  async #download({ release, file }: Offer, isAsked: boolean, signal: AbortSignal): Promise<void> {
    const { part } = this.#record.current;
    const { sha256 } = file;
    const pause = new AbortController();
    const look = this.#blockers.watch((found) => {
      if (pause.signal.aborted) return;
      this.#waitsFor = found;
      pause.abort(obstructed);
    });
    this.#working = 'downloading';
    this.#tell();
    await downloadPackage(
      { ...this.#deps, files: this.#files },
      {
        ...{ file, version: release.version, signal: AbortSignal.any([signal, pause.signal]) },
        checkpoint: part?.sha256 === sha256 ? part.checkpoint : null,
        onCheckpoint: (checkpoint) => {
          this.#record.change({ part: { sha256, checkpoint } });
        },
        onProgress: ({ receivedBytes }) => {
          this.#receivedBytes = receivedBytes;
          if (!isAsked) look();
          this.#tell();
        },
      },
    );
    this.#record.keepHash(release.version, sha256);
  }

  /** Checks whether the wanted version is ready and verified. */
  async #findReady(): Promise<void> {
    const wanted = this.#wanted;
    const isReady = wanted !== null && (await this.#isReady(wanted));
    this.#readyVersion = isReady ? wanted.release.version : null;
  }

  #isReady(wanted: Offer, signal?: AbortSignal): Promise<boolean> {
    const { folder } = this.#deps;
    return folder ? folder.has(wanted.release.version) : this.#hasPackage(wanted, signal);
  }

  async #hasPackage({ release, file }: Offer, signal?: AbortSignal): Promise<boolean> {
    const isHere = await this.#isAsSigned(release.version, file.sha256, signal);
    if (isHere) this.#record.keepHash(release.version, file.sha256);
    return isHere;
  }

  /** True if the package of a version exists and has the signed hash. Removes a package with another hash. */
  async #isAsSigned(
    version: string,
    signed: string | undefined,
    signal = this.#stopper.signal,
  ): Promise<boolean> {
    if (!(await this.#files.has(version))) return false;
    const hash = await this.#deps.engine.hashFile(this.#files.path(version), signal).catch(nullIfLost);
    const isSigned = hash === signed;
    if (!isSigned) await this.#files.remove(version);
    return isSigned;
  }

  /** Removes unneeded files. On macOS keeps the packages of the running and the previous version, to go back to. */
  async #tidy(): Promise<void> {
    const { folder, installation, version } = this.#deps;
    const wanted = this.#wanted;
    const kept = wanted ? [wanted.release.version] : [];
    // Before the feed's first answer, as after lost records, any version or package may be the wanted one.
    const isKnown = this.#record.current.checkedAt !== null;
    // The folder of a failed version is the only record of the failure until the state is written.
    if (isKnown && this.#record.writeHeld()) await folder?.tidy(wanted?.release.version ?? null);
    if (installation.kind === 'dmg') {
      this.#previousVersion = await this.#files.before(version);
      kept.push(version, ...(this.#previousVersion === null ? [] : [this.#previousVersion]));
    }
    this.#record.keepHashesOf(kept);
    if (isKnown) await this.#files.tidy(kept, wanted?.file ?? null);
  }

  #next(delayMs: number): void {
    this.#cancelNext();
    this.#cancelNext = this.#deps.clock.schedule(delayMs, () => void this.#look({}));
  }

  #tell(): void {
    this.#deps.onChange(this.get());
  }
}

/** Returns null for a file that the disk can no longer read; other errors may be temporary. */
function nullIfLost(error: unknown): null {
  if (error instanceof AppError && error.details['reason'] === 'EIO') return null;
  throw error;
}
