import { AppError } from '../../src-shared/app-error.ts';
import type { AppContract } from '../../src-shared/contract/app-contract.ts';
import {
  awaitsCut,
  type ProjectState,
  type Return,
  type ReturnChoices,
  type ReturnDetail,
  type ReturnUpdate,
  wholeChangeOf,
} from '../../src-shared/contract/return.ts';
import type { EventPayload } from '../../src-shared/ipc/define.ts';
import type { Timeline } from '../../src-timeline/model/timeline.ts';
import { longestStopMs, settleWithin } from '../foundation/settle-within.ts';
import { SingleFlight } from '../foundation/single-flight.ts';
import { appIsClosing, throwIfStopped } from '../foundation/wait.ts';
import type { Clock, Shell } from '../platform.ts';
import type { ReturnFilter, ReturnRecord } from '../state/return-repository.ts';
import type { ConflictPictures } from './keep/conflict-pictures.ts';
import { findForUpdate } from './keep/find-versions.ts';
import { keepReturn, type KeepReturnDeps } from './keep/keep-return.ts';
import { makePracticeReturn, removePracticeFile } from './keep/practice-return.ts';
import { PresentCuts, type PresentCutsDeps } from './keep/present-cuts.ts';
import { UnfinishedKeeps, type UnfinishedKeepsDeps } from './keep/unfinished-keeps.ts';
import { readSeenCut } from './read/returned-cut.ts';
import { chooseSequence, takeReturn, type TakeReturnDeps } from './read/take-return.ts';
import { notKeeping } from './return-record.ts';
import { ReturnUploads, type ReturnUploadsDeps } from './return-uploads.ts';
import type { ReturnReader } from './thread/return-reader.ts';
import type { ReturnWatcher } from './watch/return-watcher.ts';
import type { WatchedFolders } from './watch/watched-folders.ts';

/** A cut whose media are at locations relative to a folder, or absolute. */
export interface FolderCut {
  readonly timeline: Timeline;
  readonly folder: string;
}

export interface ReturnsDeps
  extends
    KeepReturnDeps,
    TakeReturnDeps,
    Omit<ReturnUploadsDeps, 'grants' | 'onChange' | 'signal'>,
    Pick<PresentCutsDeps, 'connectionOf'>,
    Pick<UnfinishedKeepsDeps, 'blockers'> {
  readonly grants: TakeReturnDeps['grants'] & ReturnUploadsDeps['grants'];
  readonly shell: Pick<Shell, 'revealFile'>;
  /** Limits the wait for stopped work; the system's by default. */
  readonly timer?: Pick<Clock, 'schedule'> | undefined;
  /** The user's watched folders. */
  readonly watched: WatchedFolders;
  readonly conflictPictures: ConflictPictures;
  readonly reader: ReturnReader & { dispose(): Promise<void> };
  readonly watcher: Pick<ReturnWatcher, 'start' | 'refresh' | 'scanNow' | 'dispose'>;
  readonly publish: (change: EventPayload<AppContract, 'return.changed'>) => void;
}

interface ReturnPage {
  returns: Return[];
  totalCount: number;
  openCount: number;
  dismissedCount: number;
}

/** The returns from editors, and the user's decisions about them. */
export class Returns {
  readonly #deps: ReturnsDeps;
  readonly #stopper = new AbortController();
  readonly #keeping = new SingleFlight<Return>();
  readonly #uploading = new SingleFlight<Return>();
  readonly #fetching = new SingleFlight<Return>();
  readonly #uploads: ReturnUploads;
  readonly #presentCuts: PresentCuts;
  readonly #unfinished: UnfinishedKeeps;

  constructor(deps: ReturnsDeps) {
    this.#deps = deps;
    const onChange = (record: ReturnRecord): void => {
      deps.publish({ returns: [record], removedIds: [] });
    };
    const { signal } = this.#stopper;
    this.#uploads = new ReturnUploads({ ...deps, onChange, signal });
    this.#presentCuts = new PresentCuts({
      ...deps,
      onChange,
      signal,
      update: async (returnId, deliveryId) => {
        // An interrupted update may be this one.
        await this.#unfinished.settled(returnId);
        throwIfStopped(signal);
        if (awaitsCut(this.#record(returnId))) await this.update(returnId, { deliveryId, choices: {} });
      },
    });
    this.#unfinished = new UnfinishedKeeps({
      ...deps,
      onChange,
      keep: (returnId) => this.#keeping.run(returnId, () => this.#keep(returnId)),
    });
  }

  /** Starts watching for returns, and resumes interrupted work. */
  start(): void {
    this.#deps.watcher.start();
    this.#uploads.start();
    this.#unfinished.start();
    this.#presentCuts.start();
  }

  get watched(): WatchedFolders {
    return this.#deps.watched;
  }

  /** Scans at once, new versions included. */
  scan(): void {
    this.#deps.watcher.refresh();
  }

  /** Scans the folder of a version for returns. */
  scanVersion(versionFolder: string): Promise<void> {
    return this.#deps.watcher.scanNow(versionFolder);
  }

  /** Counts the returns of a version that wait for the user, or are being kept, updated or uploaded. */
  countOpen(deliveryId: string): number {
    const open = new Set<Return['state']>(['settling', 'described', 'failed']);
    const records = this.#deps.repository.listOfDelivery(deliveryId);
    return records.filter((record) => open.has(record.state) || record.keepingAs !== null).length;
  }

  /** Stops all work and waits for it, a few seconds at most, as a drive may not respond. */
  async dispose(): Promise<void> {
    const { reader, watcher, timer } = this.#deps;
    this.#stopper.abort(appIsClosing);
    const ended = [reader.dispose(), this.#keeping.settled(), this.#uploading.settled(), watcher.dispose()];
    await settleWithin(longestStopMs, Promise.all([...ended, this.#unfinished.dispose()]), timer);
  }

  /** Lists returns, newest first. */
  list(request: ReturnFilter & { readonly offset: number; readonly limit: number }): ReturnPage {
    const { repository } = this.#deps;
    const { total, open, dismissed } = repository.counts(request);
    const returns = repository.page(request, request.offset, request.limit);
    return { returns, totalCount: total, openCount: open, dismissedCount: dismissed };
  }

  /** Returns a return with its edits and strips. @throws AppError `not_found`. */
  get(returnId: string): ReturnDetail {
    const record = this.#record(returnId);
    const moviePath = record.kind === 'movie' && !record.isMissing ? `returns/${returnId}` : null;
    return { ...record, moviePath, ...this.#deps.repository.partsOf(returnId) };
  }

  /** Takes a file that the user presents as a return. @throws AppError as `takeReturn`. */
  async take(fileGrant: string): Promise<Return> {
    const taken = await takeReturn(fileGrant, this.#deps);
    this.#deps.publish({ returns: [taken], removedIds: [] });
    this.scan();
    return taken;
  }

  /** Makes a practice return for the user. @throws AppError as `makePracticeReturn`. */
  async practise(): Promise<Return> {
    return this.#put(await makePracticeReturn(this.#deps));
  }

  /** Removes a practice return with its file. @throws AppError `not_found`, `conflict` for one that an editor made. */
  async removePractice(returnId: string): Promise<void> {
    const record = this.#record(returnId);
    if (!record.isPractice)
      throw new AppError('conflict', 'Only a practice return is removed with its file.');
    await removePracticeFile(record);
    this.#deps.repository.delete(returnId);
    this.#deps.publish({ returns: [], removedIds: [returnId] });
  }

  /** Dismisses a return. @throws AppError `not_found`, `conflict` for one that is kept, uploaded or about to be updated. */
  dismiss(returnId: string): Return {
    const record = this.#record(returnId);
    if (record.state === 'kept' || record.keepingAs !== null || record.uploadId !== null || awaitsCut(record))
      throw new AppError('conflict', 'The return is a version, or uploaded, already.');
    return this.#put({ ...record, state: 'dismissed' });
  }

  /**
   * Gives up an interrupted keep or update that waits for its drive; the return is as before.
   * @throws AppError `not_found`, `conflict` for one that waits for no drive, `disk_full`; it still waits then.
   */
  cancelKeep(returnId: string): Return {
    const record = this.#record(returnId);
    if (record.waitingFor === null) throw new AppError('conflict', 'The return waits for no drive.');
    const awaitedCut = awaitsCut(record) ? null : record.awaitedCut;
    const cancelled = this.#put({ ...record, ...notKeeping, awaitedCut });
    this.#unfinished.cancel(returnId);
    return cancelled;
  }

  /** Reads a return by the sequence that the user chose. @throws AppError `not_found`, and as `chooseSequence`. */
  chooseSequence(returnId: string, key: string): Promise<Return> {
    const record = this.#record(returnId);
    return this.#publishingFailure(returnId, async () => {
      const chosen = await chooseSequence(record, key, this.#deps);
      this.#deps.publish({ returns: [chosen], removedIds: [] });
      return chosen;
    });
  }

  /** Restores a dismissed return. @throws AppError `not_found`, `conflict` for one that is not dismissed. */
  restore(returnId: string): Return {
    const record = this.#record(returnId);
    if (record.state !== 'dismissed') throw new AppError('conflict', 'The return is not dismissed.');
    return this.#put({ ...record, state: stateBeforeDismissal(record) });
  }

  /**
   * Keeps a return as a version.
   * @param collects true to copy media from outside the version into the new one.
   * @throws AppError `not_found`, `conflict` for one that is no described edit or awaits the project's present cut, and
   * as `keepReturn`.
   */
  async keep(returnId: string, collects = false): Promise<Return> {
    const record = this.#record(returnId);
    const { state, keptAs } = record;
    if (state === 'kept' && keptAs !== null) return record;
    if (state !== 'described' || !isEdit(record))
      throw new AppError('conflict', 'Only an edit whose changes are known can be kept as a version.');
    this.#requireNotAwaiting(returnId);
    return this.#keeping.run(returnId, () => this.#keep(returnId, { collects }));
  }

  /**
   * Previews an update.
   * @throws AppError `not_found`, `conflict` for one that is no described edit, and as `updateEdit`.
   */
  async previewUpdate(returnId: string, choices: ReturnChoices): Promise<ReturnUpdate> {
    const record = this.#updatable(returnId);
    const { reader, repository, ledger, conflictPictures } = this.#deps;
    const { update, pictures } = await this.#publishingFailure(returnId, () =>
      readSeenCut(record, repository, async (seen) =>
        reader.previewUpdate({ ...seen, ...(await findForUpdate(record, choices, ledger)) }),
      ),
    );
    conflictPictures.show(pictures);
    return update;
  }

  /**
   * Makes a version of the edit with the project's changes up to a delivery; also for a kept edit.
   * @throws AppError as `previewUpdate` and `keepReturn`.
   */
  async update(returnId: string, updating: ReturnRecord['updating']): Promise<Return> {
    this.#updatable(returnId);
    return this.#keeping.run(returnId, () => this.#keep(returnId, { updating }));
  }

  /**
   * Reads the cut of a return again, as it would be kept.
   * @throws AppError `not_found`, `conflict` for a movie or a return that is not read yet, and as `readSeenCut`.
   */
  async readCut(returnId: string): Promise<FolderCut> {
    const record = this.#record(returnId);
    if (record.kind === 'movie' || record.fingerprint === null)
      throw new AppError('conflict', 'The return is no cut, or it is not read yet.');
    const { reader, repository } = this.#deps;
    const { timeline } = await this.#publishingFailure(returnId, () =>
      readSeenCut(record, repository, (seen) => reader.cutToKeep({ ...seen, update: null })),
    );
    return { timeline, folder: record.versionFolder };
  }

  /** Checks whether the project has changed. @throws AppError `not_found`. */
  checkProject(returnId: string): Promise<ProjectState> {
    return this.#presentCuts.check(this.#record(returnId));
  }

  /**
   * Delivers the project's present cut, then makes a version of the edit with it.
   * @throws AppError `not_found`, `conflict` for one that is no described edit or is being kept, and as
   * `PresentCuts.begin`.
   */
  updateWithPresentCut(returnId: string): Promise<Return> {
    const record = this.#updatable(returnId);
    if (record.keepingAs !== null)
      throw new AppError('conflict', 'The return is being made a version already.');
    return this.#fetching.run(returnId, () => this.#presentCuts.begin(record));
  }

  #requireNotAwaiting(returnId: string): void {
    if (awaitsCut(this.#record(returnId)))
      throw new AppError('conflict', 'The return is being updated with the project’s present cut.');
  }

  #updatable(returnId: string): ReturnRecord {
    const record = this.#record(returnId);
    if (!['described', 'kept'].includes(record.state) || !isEdit(record))
      throw new AppError('conflict', 'Only an edit whose changes are known can be updated.');
    return record;
  }

  /** Keeps a return; an interrupted keep continues with its original update. */
  async #keep(
    returnId: string,
    { updating = null, collects = false }: Partial<Pick<ReturnRecord, 'updating' | 'collects'>> = {},
  ): Promise<Return> {
    const record = this.#record(returnId);
    const asked = record.keepingAs === null ? { ...record, updating, collects } : record;
    const kept = await this.#publishingFailure(returnId, () =>
      keepReturn(asked, this.#deps, this.#stopper.signal),
    );
    this.#deps.publish({ returns: [kept], removedIds: [] });
    return kept;
  }

  /** Publishes the return when work on it fails, because its changes may have been described again. */
  async #publishingFailure<Result>(returnId: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      const record = this.#deps.repository.get(returnId);
      if (record) this.#deps.publish({ returns: [record], removedIds: [] });
      throw error;
    }
  }

  /** Uploads a movie to the library. @throws AppError `not_found`, and as `ReturnUploads.begin`. */
  upload(returnId: string): Promise<Return> {
    return this.#uploading.run(returnId, () => this.#uploads.begin(this.#record(returnId)));
  }

  /** Shows the file in the file manager. @throws AppError `not_found`. */
  async reveal(returnId: string): Promise<void> {
    const { path, isMissing } = this.#record(returnId);
    if (isMissing) throw new AppError('not_found', 'The returned file is not there.', { details: { path } });
    await this.#deps.shell.revealFile(path);
  }

  #record(returnId: string): ReturnRecord {
    const record = this.#deps.repository.get(returnId);
    if (!record) throw new AppError('not_found', `There is no return ${returnId}.`);
    return record;
  }

  #put(record: ReturnRecord): Return {
    this.#deps.repository.put(record);
    this.#deps.publish({ returns: [record], removedIds: [] });
    return record;
  }
}

/** True for a cut that shows some of the delivered media, or captions. */
function isEdit(record: ReturnRecord): boolean {
  return record.kind !== 'movie' && wholeChangeOf(record) === null;
}

/** Returns the state before the dismissal. */
function stateBeforeDismissal({ error, fingerprint }: ReturnRecord): Return['state'] {
  if (error !== null) return 'failed';
  return fingerprint === null ? 'settling' : 'described';
}
