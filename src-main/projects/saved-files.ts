import { randomUUID } from 'node:crypto';
import { basename, dirname, extname, join } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import type { Transfer } from '../../src-shared/contract/transfer.ts';
import { foldName } from '../../src-timeline/model/fold-name.ts';
import { fileErrorOf } from '../foundation/files/folder-errors.ts';
import { isThere } from '../foundation/files/is-there.ts';
import { syncFolder } from '../foundation/files/write-durably.ts';
import { longestStopMs, settleWithin } from '../foundation/settle-within.ts';
import { appIsClosing } from '../foundation/wait.ts';
import type { Log, Shell } from '../platform.ts';
import { temporaryFolderPrefix } from '../state/settings/delivery-folder.ts';
import type { TransferRecord, TransferRepository } from '../state/transfer-repository.ts';
import type { TransferEngine } from '../transfers/engine/transfer-engine.ts';
import type { TransferContext, TransferOrder, TransferOutcome } from '../transfers/queue/transfer-order.ts';
import type { TransferQueue } from '../transfers/queue/transfer-queue.ts';
import { wholeFileOf } from '../transfers/resumable-file.ts';
import { projectMediaPath, sceneMediaPath } from './media-paths.ts';
import type { NamedFile, ProjectFiles } from './project-files.ts';
import type { SavePlaces } from './save-places.ts';
import {
  keyOf,
  keyStartOf,
  type ProjectFile,
  savedFileKinds,
  savedFileOf,
  sceneOf,
} from './saved-file-key.ts';
import { commitSavedFile, finalPathOf, openFolder, removePart, reopenFolder } from './saved-file-place.ts';

export interface SavedFilesDeps {
  readonly connectionId: string;
  readonly files: ProjectFiles;
  readonly places: SavePlaces;
  readonly queue: TransferQueue;
  readonly transfers: TransferRepository;
  readonly engine: Pick<TransferEngine, 'hashFile'>;
  readonly shell: Shell;
  readonly log: Log;
}

/** A file that was saved or is being saved. */
interface ShownSave {
  /** Null for anything but a movie of an export. */
  readonly exportId: string | null;
  /** Thumbnail path of the scene when its media was saved; null for anything else. */
  readonly sceneMediaPath: string | null;
  readonly transfer: Transfer;
  readonly path: string;
}

/** Limit for one project. */
const maxShown = 50;

/**
 * Saves movies of exports, media of scenes and files of the library as files where the user wants them. Each is a transfer that continues
 * after a restart.
 */
export class SavedFiles {
  readonly #deps: SavedFilesDeps;
  readonly #running = new Set<Promise<unknown>>();
  /** Removals under way of what failed and cancelled saves have received, by key. */
  readonly #removals = new Map<string, Promise<unknown>>();
  readonly #closing = new AbortController();

  constructor(deps: SavedFilesDeps) {
    this.#deps = deps;
  }

  /** Resumes the saves that were unfinished when the app closed. */
  start(): void {
    const { transfers, connectionId } = this.#deps;
    for (const record of transfers.listUnfinishedOf(connectionId)) {
      if (savedFileOf(record)) void this.#run(this.#orderOf(record));
    }
  }

  /**
   * Begins to save a movie where the user chooses, or in the delivery folder on a host without dialogs.
   * @returns null when the user cancelled.
   * @throws AppError `not_found`, `conflict` while there is no movie, `disk_full`, and the errors of the delivery
   * folder.
   */
  async saveMovie(projectId: string, exportId: string): Promise<Transfer | null> {
    return this.#save(await this.#deps.files.movie(projectId, exportId, this.#closing.signal));
  }

  /**
   * Begins to save the still or clip of a scene, as `saveMovie`.
   * @throws AppError `not_found` when the scene has none, `conflict` while the scenes are not known, and as
   * `saveMovie`.
   */
  async saveSceneMedia(projectId: string, sceneIndex: number): Promise<Transfer | null> {
    return this.#save(await this.#deps.files.sceneMedia(projectId, sceneIndex, this.#closing.signal));
  }

  /** Begins to make the movie of your cut, as `saveMovie`. @throws AppError as `ProjectFiles.cutMovie`. */
  async saveCut(projectId: string, hasCaptions: boolean): Promise<Transfer | null> {
    return this.#save(this.#deps.files.cutMovie(projectId, hasCaptions));
  }

  /** Begins to save a file of the library, as `saveMovie`. */
  async saveFile(fileId: string): Promise<Transfer | null> {
    return this.#save(await this.#deps.files.libraryFile(fileId, this.#closing.signal));
  }

  async #save({ name, ...file }: NamedFile): Promise<Transfer | null> {
    const { files, places, queue } = this.#deps;
    const isMade = file.kind === 'cut';
    const totalBytes = isMade ? null : (await files.source(file, this.#closing.signal)).sizeBytes;
    const place = await places.choose(file.kind, name);
    if (place === null) return null;
    const { path, mayReplace } = place;
    const key = keyOf({ ...file, mayReplace });
    const targetPath = join(dirname(path), temporaryFolderPrefix + randomUUID(), basename(path));
    for (const failed of this.#failedAt(path, file)) this.#track(this.#remove(failed));
    const work = this.#run(this.#orderOf({ key, displayName: basename(path), targetPath, totalBytes }));
    const record = queue.find(key);
    if (record) return queue.shown(record);
    await work;
    throw new AppError('cancelled', 'The app is closing.');
  }

  /** Lists the failed saves of the same file to the same place. */
  #failedAt(path: string, { kind, projectId, part }: ProjectFile): TransferRecord[] {
    const { transfers, queue, connectionId } = this.#deps;
    return transfers
      .listByKey(connectionId, keyStartOf(kind, projectId, part), maxShown)
      .map((stored) => queue.peek(stored.transferId) ?? stored)
      .filter((each) => each.state === 'failed' && foldName(finalPathOf(each)) === foldName(path));
  }

  /**
   * Retries a failed or cancelled save. Begins anew where nothing is left of the received bytes.
   * @throws AppError `not_found`, `conflict`, `disk_full`.
   */
  retry(transferId: string): Transfer {
    const { queue } = this.#deps;
    const record = queue.get(transferId);
    // A cancelled save has kept no bytes.
    queue.retry(transferId, record.state === 'cancelled' ? { checkpoint: null } : {});
    void this.#run(this.#orderOf(record, reopenFolder));
    return queue.shown(queue.get(transferId));
  }

  /** Lists the saves of one project, or of one file of the library, newest first. */
  list(projectId: string): ShownSave[] {
    const { transfers, queue, connectionId } = this.#deps;
    return savedFileKinds
      .map((kind) => keyStartOf(kind, projectId))
      .flatMap((prefix) => transfers.listByKey(connectionId, prefix, maxShown))
      .flatMap((stored): ShownSave[] => {
        const record = queue.peek(stored.transferId) ?? stored;
        const saved = savedFileOf(record);
        if (!saved) return [];
        const { kind, part } = saved;
        const file = { transfer: queue.shown(record), path: finalPathOf(record) };
        if (kind === 'movie') return [{ ...file, exportId: part, sceneMediaPath: null }];
        if (kind !== 'scene') return [{ ...file, exportId: null, sceneMediaPath: null }];
        const [index, updatedAt] = sceneOf(part);
        const path = sceneMediaPath(projectMediaPath(connectionId, projectId), index, updatedAt);
        return [{ ...file, exportId: null, sceneMediaPath: path }];
      });
  }

  /** Shows the file in its folder. @throws AppError `not_found` when it is missing. */
  async reveal(transferId: string): Promise<void> {
    await this.#deps.shell.revealFile(await this.presentPathOf(transferId));
  }

  /** Plays a movie in the user's own program. @throws AppError as `reveal`, `conflict` for what is no movie. */
  async play(transferId: string): Promise<void> {
    const path = await this.presentPathOf(transferId);
    if (extname(path).toLowerCase() !== '.mp4') throw new AppError('conflict', 'Only movies are played.');
    await this.#deps.shell.openFile(path);
  }

  /** Path where the file is, or will be. @throws AppError `not_found`. */
  pathOf(transferId: string): string {
    return finalPathOf(this.#deps.queue.get(transferId));
  }

  /** Path where the file is. @throws AppError `not_found` when it is missing. */
  async presentPathOf(transferId: string): Promise<string> {
    const path = this.pathOf(transferId);
    if (await isThere(path)) return path;
    throw new AppError('not_found', 'The saved file is not there.', { details: { path } });
  }

  /** Stops all saves and waits for them, a few seconds at most; the next start resumes them. */
  async dispose(): Promise<void> {
    this.#closing.abort(appIsClosing);
    await settleWithin(longestStopMs, Promise.allSettled(this.#running));
  }

  /** @param openFirst opens the folder that receives the file the first time; later, it must still be there. */
  #orderOf(
    facts: Pick<TransferRecord, 'key' | 'displayName' | 'targetPath' | 'totalBytes'>,
    openFirst = openFolder,
  ): TransferOrder {
    const { key, displayName, targetPath, totalBytes } = facts;
    let open = openFirst;
    return {
      key,
      displayName,
      targetPath,
      totalBytes,
      connectionId: this.#deps.connectionId,
      direction: 'download',
      owner: null,
      source: null,
      priority: 0,
      perform: (context) =>
        this.#perform(context, async (folder) => {
          await open(context, folder);
          open = openFolder;
        }),
    };
  }

  /** Runs a save. The transfer's record shows how it ends; without one, the returned promise rejects with the reason. */
  #run(order: TransferOrder): Promise<unknown> {
    const { queue, log } = this.#deps;
    const work = queue.run(order, this.#closing.signal);
    const ended = work
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) log.error('A file could not be saved.', error, { key: order.key });
      })
      .then(() => this.#clearAway(order));
    this.#track(ended);
    return work;
  }

  #track(work: Promise<void>): void {
    const tracked = work.finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
  }

  async #perform(
    context: TransferContext,
    open: (folder: string) => Promise<void>,
  ): Promise<TransferOutcome> {
    const { record, signal } = context;
    const { targetPath } = record;
    const saved = savedFileOf(record);
    if (!saved || targetPath === null) throw new Error(`${record.key} is no file to be saved.`);
    const folder = dirname(dirname(targetPath));
    try {
      const committed = await this.#committedFileOf(record, signal);
      if (committed) {
        await removePart(record, this.#deps);
        return committed;
      }
      await this.#removals.get(record.key);
      await open(dirname(targetPath));
      const outcome = await this.#deps.files.download(saved, context, targetPath);
      context.checkpoint({ state: 'processing' });
      await commitSavedFile(targetPath, finalPathOf(record), saved.mayReplace);
      return outcome;
    } catch (error) {
      if (signal.aborted) throw error;
      throw fileErrorOf(error, folder);
    }
  }

  /** Returns the file in its place if the app stopped before it recorded that, else null. */
  async #committedFileOf(record: TransferRecord, signal: AbortSignal): Promise<TransferOutcome | null> {
    const finalPath = finalPathOf(record);
    const whole = await wholeFileOf(record, { targetPath: finalPath, sizeBytes: null });
    if (!whole || (await this.#deps.engine.hashFile(finalPath, signal)) !== whole.sha256) return null;
    await syncFolder(dirname(finalPath));
    return whole;
  }

  /** Removes what a cancelled save has received. */
  async #clearAway(order: TransferOrder): Promise<void> {
    if (this.#deps.queue.find(order.key)?.state === 'cancelled') await this.#remove(order);
  }

  /** Removes what a save has received. A retry waits for it, and for earlier removals of the same part. */
  async #remove(part: Pick<TransferRecord, 'key' | 'targetPath'>): Promise<void> {
    const { key } = part;
    const removal = Promise.all([this.#removals.get(key), removePart(part, this.#deps)]);
    this.#removals.set(key, removal);
    await removal;
    if (this.#removals.get(key) === removal) this.#removals.delete(key);
  }
}
