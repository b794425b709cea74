import { AppError, type ErrorBody, toErrorBody } from '../../src-shared/app-error.ts';
import type { UpdatesRecord } from '../../src-shared/contract/app/updates.ts';
import { Semaphore } from '../foundation/semaphore.ts';
import { appIsClosing } from '../foundation/wait.ts';
import type { Clock, Log } from '../platform.ts';
import { type Offer, refused, updateErrorOf } from './release.ts';
import type { UpdateAtEnd } from './update-at-end.ts';
import { lookAgainMs, type UpdateBlockers } from './update-blockers.ts';
import { checkEveryMs, type UpdateFeed } from './update-feed.ts';
import type { UpdatePackages } from './update-packages.ts';
import type { UpdateRecord } from './update-record.ts';

export interface UpdatesDeps {
  readonly feed: UpdateFeed;
  readonly packages: UpdatePackages;
  readonly record: UpdateRecord;
  readonly blockers: UpdateBlockers;
  readonly atEnd: UpdateAtEnd;
  readonly clock: Clock;
  readonly log: Log;
  readonly onChange: (record: UpdatesRecord) => void;
}

/** Options of a look: `feed` reads the feed before it is due, `download` ignores blockers. */
interface Wish {
  readonly feed?: boolean;
  readonly download?: boolean;
}

const firstCheckMs = 20_000;
const afterFailureMs = 30 * 60_000;
const unread = 'The package of the update could not be read.';
const obstructed = new AppError('cancelled', 'Something has come in the way of the download.');

/** Checks the distributor's feed for new versions, downloads them when nothing blocks it, and installs them at quit. */
export class Updates {
  readonly atEnd: UpdateAtEnd;
  readonly #deps: UpdatesDeps;
  /** Serialises all work on the update files. */
  readonly #turns = new Semaphore(1);
  readonly #stopper = new AbortController();
  #cancelNext: () => void = () => undefined;
  #working: 'downloading' | 'preparing' | null = null;
  #waitsFor: UpdatesRecord['waitsFor'] = null;
  #receivedBytes = 0;
  #isChecking = false;
  #error: ErrorBody | null = null;
  /** Version that is ready to install and verified. */
  #readyVersion: string | null = null;

  constructor(deps: UpdatesDeps) {
    this.#deps = deps;
    this.atEnd = deps.atEnd;
  }

  /** Call this once the state is open: notes the outcome of earlier updates, and starts regular checks. */
  async start(): Promise<void> {
    const { feed, packages, log } = this.#deps;
    const left = await packages.failed();
    if (left.length > 0) log.warn('A version did not start and was left for the one before.', { left });
    feed.settle(left);
    this.#next(firstCheckMs);
  }

  /** Confirms this version after its first window has opened. Removes files that are no longer needed. */
  async confirm(): Promise<void> {
    const { feed, packages } = this.#deps;
    await this.atEnd.confirm();
    await this.#inTurn(async () => {
      await packages.tidy(feed.wanted);
      await this.#findReady();
    });
    this.#tell();
  }

  get(): UpdatesRecord {
    const { feed, packages, record } = this.#deps;
    const { isAutomatic, checkedAt, release, failedVersion, news } = record.current;
    return {
      isAutomatic,
      checkedAt,
      failedVersion,
      news,
      isChecking: this.#isChecking,
      error: this.#error,
      waitsFor: this.#waitsFor,
      isOverdue: feed.isOverdue,
      available: release && { version: release.version, notes: release.notes },
      stage: release && this.#stage,
      receivedBytes: this.#receivedBytes,
      totalBytes: feed.wanted?.file.sizeBytes ?? 0,
      installs: this.atEnd.installs,
      previousVersion: packages.previousVersion,
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
    this.#deps.record.change({ isAutomatic });
    this.#tell();
    void this.#look({});
    return this.get();
  }

  dismissNews(): UpdatesRecord {
    this.#deps.record.change({ news: null, failedVersion: null });
    this.#tell();
    return this.get();
  }

  /**
   * Quits, installs the ready version and restarts, or opens the system's installer.
   * @throws AppError `conflict` while transfers run or nothing is ready, `update_refused`, `not_supported_here`.
   */
  async install(): Promise<void> {
    const { feed, packages, blockers } = this.#deps;
    const { wanted } = feed;
    if (wanted === null || this.#stage !== 'ready' || blockers.isTransferring)
      throw new AppError('conflict', 'The update cannot be installed now.');
    if (this.atEnd.installs === 'at_quit') return this.atEnd.quit();
    if (!(await packages.has(wanted, this.#stopper.signal))) {
      await this.#findReady();
      throw refused('changed', 'The package of the update has changed since it was downloaded.');
    }
    await packages.open(wanted.release.version);
  }

  /**
   * Opens the package of the previous version.
   * @throws AppError `not_found`, `update_refused` when it has changed since it was downloaded, `not_supported_here`.
   */
  async openPrevious(): Promise<void> {
    const { packages } = this.#deps;
    const version = packages.previousVersion;
    if (version === null) throw new AppError('not_found', 'There is no package of a version before.');
    if (!(await packages.hasPrevious(this.#stopper.signal))) {
      this.#tell();
      throw refused('changed', 'The package of the version before has changed since it was downloaded.');
    }
    await packages.open(version);
  }

  /**
   * Stops the work in progress and passes a ready version to `atEnd`, unless that interrupts transfers. Call this
   * before the transfers are stopped.
   */
  async dispose(): Promise<void> {
    const { feed, packages, blockers, log } = this.#deps;
    const mayInstall = !blockers.isTransferring && this.atEnd.mayInstall;
    this.#cancelNext();
    this.#stopper.abort(appIsClosing);
    const { signal } = new AbortController();
    await this.#turns.acquire(signal);
    const { wanted } = feed;
    if (!mayInstall || wanted === null) return;
    try {
      // Checks again, because this start may have been too short for the check.
      if (await packages.isReady(wanted, signal)) this.atEnd.install(wanted.release.version);
    } catch (error) {
      log.error(unread, error);
    }
  }

  get #stage(): NonNullable<UpdatesRecord['stage']> {
    return this.#working ?? (this.#readyVersion === null ? 'waiting' : 'ready');
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
    const { feed, log } = this.#deps;
    const { signal } = this.#stopper;
    this.#cancelNext();
    let delayMs = lookAgainMs;
    try {
      this.#error = null;
      if (wish.feed === true || feed.isDue) await this.#askFeed(signal);
      else await this.#findEarlier();
      await this.#bring(wish.download === true, signal);
      if (feed.wanted === null || this.#stage === 'ready') delayMs = checkEveryMs;
    } catch (error) {
      if (error !== obstructed && !signal.aborted) {
        this.#error = toErrorBody(updateErrorOf(error));
        // A refusal stays until the distributor corrects it.
        delayMs = this.#error.code === 'update_refused' ? checkEveryMs : afterFailureMs;
        log.warn('An update could not be brought.', { error });
      }
    }
    if (signal.aborted) return;
    this.#tell();
    this.#next(delayMs);
  }

  /** Finds a version that an earlier start downloaded; without a window, nothing has looked for it yet. */
  async #findEarlier(): Promise<void> {
    if (this.#deps.feed.wanted !== null && this.#readyVersion === null) await this.#findReady();
  }

  async #askFeed(signal: AbortSignal): Promise<void> {
    this.#isChecking = true;
    this.#tell();
    try {
      await this.#deps.feed.ask(signal);
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
    const { feed, packages, blockers } = this.#deps;
    const { wanted } = feed;
    const isDone = wanted === null || this.#stage === 'ready';
    this.#waitsFor = isDone || isAsked ? null : await blockers.find();
    if (isDone || this.#waitsFor !== null) return;
    try {
      if (!packages.areUnpacked || !(await packages.has(wanted, signal)))
        await this.#download(wanted, isAsked, signal);
      if (packages.areUnpacked) {
        this.#working = 'preparing';
        this.#tell();
        await packages.unpack(wanted, signal);
      }
      this.#readyVersion = wanted.release.version;
    } finally {
      this.#working = null;
    }
  }

  async #download(wanted: Offer, isAsked: boolean, signal: AbortSignal): Promise<void> {
    const { packages, blockers } = this.#deps;
    const pause = new AbortController();
    const look = blockers.watch((found) => {
      if (pause.signal.aborted) return;
      this.#waitsFor = found;
      pause.abort(obstructed);
    });
    this.#working = 'downloading';
    this.#tell();
    await packages.download(wanted, {
      signal: AbortSignal.any([signal, pause.signal]),
      onProgress: ({ receivedBytes }) => {
        this.#receivedBytes = receivedBytes;
        if (!isAsked) look();
        this.#tell();
      },
    });
  }

  /** Checks whether the wanted version is ready and verified. */
  async #findReady(): Promise<void> {
    const { feed, packages } = this.#deps;
    const { wanted } = feed;
    const isReady = wanted !== null && (await packages.isReady(wanted, this.#stopper.signal));
    this.#readyVersion = isReady ? wanted.release.version : null;
  }

  #next(delayMs: number): void {
    this.#cancelNext();
    this.#cancelNext = this.#deps.clock.schedule(delayMs, () => void this.#look({}));
  }

  #tell(): void {
    this.#deps.onChange(this.get());
  }
}
