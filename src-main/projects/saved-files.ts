import { randomUUID } from 'node:crypto';
import { basename, dirname, extname, join, parse } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import type { Transfer } from '../../src-shared/contract/transfer.ts';
import type { TextOf } from '../../src-shared/i18n/messages.ts';
import type { Projects } from '../api/projects.ts';
import { fileErrorOf } from '../foundation/folder-errors.ts';
import { requireFreeSpace } from '../foundation/free-space.ts';
import { isThere } from '../foundation/is-there.ts';
import { foldName, portableName } from '../foundation/portable-name.ts';
import { longestStopMs, settleWithin } from '../foundation/settle-within.ts';
import { appIsClosing } from '../foundation/wait.ts';
import { syncFolder } from '../foundation/write-durably.ts';
import type { FileGrants } from '../intake/file-grants.ts';
import type { Dialogs, Log, Shell } from '../platform.ts';
import { temporaryFolderPrefix } from '../state/settings/delivery-folder.ts';
import type { SettingsService } from '../state/settings/settings-service.ts';
import type { TransferRecord, TransferRepository } from '../state/transfer-repository.ts';
import type { Downloader } from '../transfers/download.ts';
import type { TransferEngine } from '../transfers/engine/transfer-engine.ts';
import type { TransferContext, TransferOrder, TransferOutcome } from '../transfers/queue/transfer-order.ts';
import type { TransferQueue } from '../transfers/queue/transfer-queue.ts';
import { usableCheckpoint, wholeFileOf } from '../transfers/resumable-file.ts';
import type { Uploads } from '../transfers/upload/uploads.ts';
import { linkOf } from './project-jobs.ts';
import type { ProjectOutlines } from './project-outlines.ts';
import {
  isSavedFile,
  keyOf,
  keyStartOf,
  type SavedFile,
  savedFileKinds,
  savedFileOf,
} from './saved-file-key.ts';
import { commitSavedFile, finalPathOf, openFolder, removePart, reopenFolder } from './saved-file-place.ts';

export interface SavedFilesDeps {
  readonly connectionId: string;
  readonly projects: Pick<Projects, 'get' | 'getExport'>;
  readonly outlines: Pick<ProjectOutlines, 'getOrFetch' | 'known' | 'mediaOf'>;
  readonly queue: TransferQueue;
  readonly transfers: TransferRepository;
  readonly downloader: Pick<Downloader, 'download'>;
  readonly engine: Pick<TransferEngine, 'hashFile'>;
  readonly settings: Pick<SettingsService, 'requireDeliveryFolder'>;
  /** Null on a host without dialogs. */
  readonly dialogs: Dialogs | null;
  readonly text: TextOf;
  readonly shell: Shell;
  readonly grants: Pick<FileGrants, 'grantPath'>;
  readonly uploads: Pick<Uploads, 'add'>;
  readonly log: Log;
}

interface ChosenPlace extends Pick<SavedFile, 'mayReplace'> {
  readonly path: string;
}

/** A file that was saved or is being saved. */
interface ShownSave {
  /** Null for media of a scene. */
  readonly exportId: string | null;
  /** Null for a movie. */
  readonly sceneIndex: number | null;
  readonly transfer: Transfer;
  readonly path: string;
}

/** A newly signed address to download from. */
interface Source {
  readonly url: string;
  /** Null if the service does not report it. */
  readonly sizeBytes: number | null;
}

/** Limit for one project. */
const maxShown = 50;

/**
 * Saves movies of exports and media of scenes as files where the user wants them. Each is a transfer that continues
 * after a restart.
 */
export class SavedFiles {
  readonly #deps: SavedFilesDeps;
  readonly #running = new Set<Promise<unknown>>();
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
    const { title } = await this.#deps.projects.get(projectId, this.#closing.signal);
    return this.#save(
      { kind: 'movie', projectId, part: exportId },
      this.#deps.text('dialog.movie'),
      `${portableName(title)}.mp4`,
    );
  }

  /**
   * Begins to save the still or clip of a scene, as `saveMovie`.
   * @throws AppError `not_found` when the scene has none, `conflict` while the scenes are not known, and as
   * `saveMovie`.
   */
  async saveSceneMedia(projectId: string, sceneIndex: number): Promise<Transfer | null> {
    const { projects, outlines } = this.#deps;
    const outline = outlines.getOrFetch(await projects.get(projectId, this.#closing.signal));
    if (!outline) throw scenesChanged();
    const name = outline.scenes[sceneIndex]?.mediaName;
    if (!name) throw new AppError('not_found', 'The scene has no media.');
    const part = `${String(sceneIndex)}-${String(outline.updatedAt)}`;
    const { name: stem, ext } = parse(name);
    const suffix = /^\.\w{1,5}$/.test(ext) ? ext : '';
    return this.#save(
      { kind: 'scene', projectId, part },
      this.#deps.text('dialog.media'),
      portableName(stem) + suffix,
    );
  }

  async #save(wanted: Omit<SavedFile, 'mayReplace'>, title: string, name: string): Promise<Transfer | null> {
    const { queue } = this.#deps;
    const { sizeBytes: totalBytes } = await this.#sourceOf(wanted, this.#closing.signal);
    const place = await this.#choosePlace(title, name);
    if (place === null) return null;
    const { path, mayReplace } = place;
    const key = keyOf({ ...wanted, mayReplace });
    const targetPath = join(dirname(path), temporaryFolderPrefix + randomUUID(), basename(path));
    for (const failed of this.#failedAt(path, wanted)) this.#track(removePart(failed, this.#deps));
    const work = this.#run(this.#orderOf({ key, displayName: basename(path), targetPath, totalBytes }));
    const record = queue.find(key);
    if (record) return queue.shown(record);
    await work;
    throw new AppError('cancelled', 'The app is closing.');
  }

  /** Lists the failed saves of the same file to the same place. */
  #failedAt(path: string, { kind, projectId, part }: Omit<SavedFile, 'mayReplace'>): TransferRecord[] {
    const { transfers, queue, connectionId } = this.#deps;
    return transfers
      .listByKey(connectionId, keyStartOf(kind, projectId, part), maxShown)
      .map((stored) => queue.peek(stored.transferId) ?? stored)
      .filter((each) => each.state === 'failed' && foldName(finalPathOf(each)) === foldName(path));
  }

  /**
   * Retries a failed or cancelled save. Begins anew where nothing is left of the received bytes.
   * @throws AppError `not_found`, `conflict`.
   */
  retry(transferId: string): Transfer {
    const { queue } = this.#deps;
    const record = queue.get(transferId);
    queue.retry(transferId);
    // A cancelled save has kept no bytes.
    if (record.state === 'cancelled') queue.note(transferId, { checkpoint: null });
    void this.#run(this.#orderOf(record, reopenFolder));
    return queue.shown(queue.get(transferId));
  }

  /** Lists the saves of one project, newest first. */
  list(projectId: string): ShownSave[] {
    const { transfers, queue, connectionId } = this.#deps;
    return savedFileKinds
      .map((kind) => keyStartOf(kind, projectId))
      .flatMap((prefix) => transfers.listByKey(connectionId, prefix, maxShown))
      .flatMap((stored) => {
        const record = queue.peek(stored.transferId) ?? stored;
        const saved = savedFileOf(record);
        if (!saved) return [];
        const { kind, part } = saved;
        const [exportId, sceneIndex] = kind === 'movie' ? [part, null] : [null, Number.parseInt(part)];
        return [{ exportId, sceneIndex, transfer: queue.shown(record), path: finalPathOf(record) }];
      });
  }

  /** Shows the file in its folder. @throws AppError `not_found` when it is missing. */
  async reveal(transferId: string): Promise<void> {
    await this.#deps.shell.revealFile(await this.#presentPath(transferId));
  }

  /** Plays a movie in the user's own program. @throws AppError as `reveal`, `conflict` for what is no movie. */
  async play(transferId: string): Promise<void> {
    const path = await this.#presentPath(transferId);
    if (extname(path).toLowerCase() !== '.mp4') throw new AppError('conflict', 'Only movies are played.');
    await this.#deps.shell.openFile(path);
  }

  /** Uploads the file to the library of its connection. @throws AppError as `reveal`, and as an upload. */
  async share(transferId: string): Promise<Transfer> {
    const { grants, uploads } = this.#deps;
    return uploads.add(await grants.grantPath(await this.#presentPath(transferId)));
  }

  /** Path where the file is, or will be. @throws AppError `not_found`. */
  pathOf(transferId: string): string {
    return finalPathOf(this.#deps.queue.get(transferId));
  }

  /** Stops all saves and waits for them, a few seconds at most; the next start resumes them. */
  async dispose(): Promise<void> {
    this.#closing.abort(appIsClosing);
    await settleWithin(longestStopMs, Promise.allSettled(this.#running));
  }

  async #presentPath(transferId: string): Promise<string> {
    const path = this.pathOf(transferId);
    if (await isThere(path)) return path;
    throw new AppError('not_found', 'The saved file is not there.', { details: { path } });
  }

  /** Returns where the user wants the file, and whether in place of an existing one; null when the user cancelled. */
  async #choosePlace(title: string, name: string): Promise<ChosenPlace | null> {
    const { dialogs, settings } = this.#deps;
    if (!dialogs) return this.#freePlace(join(await settings.requireDeliveryFolder(), name));
    const path = await dialogs.saveFile(title, name);
    if (path === null) return null;
    return (await isThere(path)) ? { path, mayReplace: true } : this.#freePlace(path);
  }

  /** Returns the path, with a number where a file has it or an unfinished save will put one there. */
  async #freePlace(wanted: string): Promise<ChosenPlace> {
    const { transfers } = this.#deps;
    const { dir, name, ext } = parse(wanted);
    for (let number = 1; ; number += 1) {
      const path = number === 1 ? wanted : join(dir, `${name} ${String(number)}${ext}`);
      if (await isThere(path)) continue;
      // Read last: nothing may begin between this and the begin of the save.
      const unfinished = transfers.listUnfinished().filter(isSavedFile).map(finalPathOf);
      if (!unfinished.some((each) => foldName(each) === foldName(path))) return { path, mayReplace: false };
    }
  }

  /** @param openFirst opens the folder that receives the file the first time; later, it must still be there. */
  #orderOf(
    facts: Pick<TransferRecord, 'key' | 'displayName' | 'targetPath' | 'totalBytes'>,
    openFirst = openFolder,
  ): TransferOrder {
    const { key, displayName, targetPath, totalBytes } = facts;
    let open = openFirst;
    return {
      ...{ key, displayName, targetPath, totalBytes },
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
      if (committed) return committed;
      await open(dirname(targetPath));
      const outcome = await this.#receive(context, saved, targetPath);
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

  /** @param isRenewed true after the last known address was refused. */
  async #sourceOf(
    { kind, projectId, part }: Omit<SavedFile, 'mayReplace'>,
    signal: AbortSignal,
    isRenewed = false,
  ): Promise<Source> {
    const { projects, outlines } = this.#deps;
    if (kind === 'movie') {
      const movie = await projects.getExport(projectId, part, signal, 'user');
      return { url: linkOf(movie), sizeBytes: movie.file?.downloadSource?.fileBytes ?? null };
    }
    const [index, updatedAt] = part.split('-').map(Number);
    if (outlines.known(projectId)?.updatedAt !== updatedAt) throw scenesChanged();
    const url = await outlines.mediaOf(projectId, index ?? 0, isRenewed, signal);
    if (url === null) throw new AppError('not_found', 'The scene has no media.');
    return { url, sizeBytes: null };
  }

  async #receive(context: TransferContext, saved: SavedFile, targetPath: string): Promise<TransferOutcome> {
    const { downloader } = this.#deps;
    const { url, sizeBytes } = await this.#sourceOf(saved, context.signal);
    const expected = { targetPath, sizeBytes };
    const whole = await wholeFileOf(context.record, expected);
    if (whole) return whole;
    const resume = await usableCheckpoint(context.record, expected);
    await requireFreeSpace(dirname(targetPath), Math.max(0, (sizeBytes ?? 0) - (resume?.receivedBytes ?? 0)));
    const file = await downloader.download({
      ...{ url, targetPath, expectedBytes: sizeBytes, wantsHash: true, resume },
      renewUrl: async (signal) => (await this.#sourceOf(saved, signal, true)).url,
      onCheckpoint: (checkpoint) => {
        context.checkpoint({ checkpoint });
      },
      onProgress: ({ receivedBytes, totalBytes }) => {
        context.progress(receivedBytes, totalBytes);
      },
      allowance: (bytes) => context.allowance(bytes),
      retry: (error, receivedBytes) => context.retry(error, receivedBytes),
      signal: context.signal,
    });
    const { sizeBytes: receivedBytes, sha256 } = file;
    const checkpoint = { receivedBytes, totalBytes: receivedBytes, validator: null };
    context.checkpoint({ checkpoint, sha256 });
    return { sizeBytes: receivedBytes, sha256, fileId: null };
  }

  /** Removes what an ended save leaves beside the file. */
  async #clearAway(order: TransferOrder): Promise<void> {
    const state = this.#deps.queue.find(order.key)?.state;
    if (state === 'done' || state === 'cancelled') await removePart(order, this.#deps);
  }
}

function scenesChanged(): AppError {
  return new AppError('conflict', 'The scenes changed meanwhile and are being read.');
}
