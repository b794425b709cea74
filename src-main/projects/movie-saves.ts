import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import type { Transfer } from '../../src-shared/contract/transfer.ts';
import { needsOf } from '../../src-shared/error-policy.ts';
import type { Projects } from '../api/projects.ts';
import { folderErrorOf } from '../foundation/folder-errors.ts';
import { requireFreeSpace } from '../foundation/free-space.ts';
import { isThere } from '../foundation/is-there.ts';
import { portableName } from '../foundation/portable-name.ts';
import { removeTree } from '../foundation/remove-tree.ts';
import { appIsClosing } from '../foundation/wait.ts';
import { syncFolder } from '../foundation/write-durably.ts';
import type { Dialogs, Log, Shell } from '../platform.ts';
import { temporaryFolderPrefix } from '../state/settings/delivery-folder.ts';
import type { SettingsService } from '../state/settings/settings-service.ts';
import type { TransferRecord, TransferRepository } from '../state/transfer-repository.ts';
import type { Downloader } from '../transfers/download.ts';
import type { TransferContext, TransferOrder, TransferOutcome } from '../transfers/queue/transfer-order.ts';
import type { TransferQueue } from '../transfers/queue/transfer-queue.ts';
import { usableCheckpoint, wholeFileOf } from '../transfers/resumable-file.ts';
import { linkOf } from './project-exports.ts';

export interface MovieSavesDeps {
  readonly connectionId: string;
  readonly projects: Pick<Projects, 'get' | 'getExport'>;
  readonly queue: TransferQueue;
  readonly transfers: TransferRepository;
  readonly downloader: Pick<Downloader, 'download'>;
  readonly settings: Pick<SettingsService, 'requireDeliveryFolder'>;
  /** Null where there are none. */
  readonly dialogs: Dialogs | null;
  readonly shell: Shell;
  readonly log: Log;
}

/** Which movie a transfer saves, as its key tells. */
interface SavedMovie {
  readonly projectId: string;
  readonly exportId: string;
  /** The user agreed to replace the file that was there. */
  readonly mayReplace: boolean;
}

/** A movie that was saved, or is on its way. */
interface ShownSave {
  readonly exportId: string;
  readonly transfer: Transfer;
  readonly path: string;
}

const keyStart = 'movie';
/** Of one project. */
const maxShown = 50;

/** Movies of exports as files where the user wants them. Each is a transfer that goes on after a restart. */
export class MovieSaves {
  readonly #deps: MovieSavesDeps;
  readonly #running = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();

  constructor(deps: MovieSavesDeps) {
    this.#deps = deps;
  }

  /** Takes up what had not ended when the app closed. */
  start(): void {
    const { transfers, connectionId } = this.#deps;
    for (const record of transfers.listUnfinishedOf(connectionId)) {
      if (savedMovieOf(record)) this.#run(this.#orderOf(record));
    }
  }

  /**
   * Asks where the movie goes, or takes the delivery folder where nothing can be asked with, and begins to save it.
   * @returns null when the user cancelled.
   * @throws AppError `not_found`, `conflict` while there is no movie, `disk_full`, and of the delivery folder.
   */
  async save(projectId: string, exportId: string): Promise<Transfer | null> {
    const { projects, queue } = this.#deps;
    const { signal } = this.#closing;
    const { title } = await projects.get(projectId, signal);
    const movie = await projects.getExport(projectId, exportId, signal, 'user');
    linkOf(movie);
    const path = await this.#choosePath(`${portableName(title)}.mp4`);
    if (path === null) return null;
    const key = keyOf({ projectId, exportId, mayReplace: await isThere(path) });
    const targetPath = join(dirname(path), temporaryFolderPrefix + randomUUID(), basename(path));
    const totalBytes = movie.file?.downloadSource?.fileBytes ?? null;
    this.#run(this.#orderOf({ key, displayName: basename(path), targetPath, totalBytes }));
    const record = queue.find(key);
    if (record) return queue.shown(record);
    throw new AppError('cancelled', 'The app is closing.');
  }

  /** A failed or cancelled one once more. @throws AppError `not_found`, `conflict`. */
  retry(transferId: string): Transfer {
    const { queue } = this.#deps;
    const record = queue.get(transferId);
    queue.retry(transferId);
    this.#run(this.#orderOf(record));
    return queue.shown(queue.get(transferId));
  }

  /** Of one project, newest first. */
  list(projectId: string): ShownSave[] {
    const { transfers, queue, connectionId } = this.#deps;
    return transfers
      .listByKey(connectionId, `${keyStart}:${encodeURIComponent(projectId)}:`, maxShown)
      .flatMap((stored) => {
        const record = queue.peek(stored.transferId) ?? stored;
        const saved = savedMovieOf(record);
        if (!saved) return [];
        return [{ exportId: saved.exportId, transfer: queue.shown(record), path: finalPathOf(record) }];
      });
  }

  /** Shows the file. @throws AppError `not_found` when it is not there (any more). */
  async reveal(transferId: string): Promise<void> {
    const { shell } = this.#deps;
    const path = this.pathOf(transferId);
    if (!(await isThere(path))) {
      throw new AppError('not_found', 'The saved movie is not there.', { details: { path } });
    }
    await shell.revealFile(path);
  }

  /** Where the movie is, or will be. @throws AppError `not_found`. */
  pathOf(transferId: string): string {
    return finalPathOf(this.#deps.queue.get(transferId));
  }

  /** Stops all and waits for it; they are taken up at the next start. */
  async dispose(): Promise<void> {
    this.#closing.abort(appIsClosing);
    await Promise.allSettled(this.#running);
  }

  async #choosePath(name: string): Promise<string | null> {
    const { dialogs, settings } = this.#deps;
    if (dialogs) return dialogs.saveFile('Save movie', name);
    return freePath(await settings.requireDeliveryFolder(), name);
  }

  #orderOf(facts: Pick<TransferRecord, 'key' | 'displayName' | 'targetPath' | 'totalBytes'>): TransferOrder {
    const { key, displayName, targetPath, totalBytes } = facts;
    return {
      ...{ key, displayName, targetPath, totalBytes },
      connectionId: this.#deps.connectionId,
      direction: 'download',
      owner: null,
      source: null,
      priority: 0,
      perform: (context) => this.#perform(context),
    };
  }

  /** The row tells how it ends. */
  #run(order: TransferOrder): void {
    const { queue, log } = this.#deps;
    const work = queue
      .run(order, this.#closing.signal)
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) log.error('A movie could not be saved.', error, { key: order.key });
      })
      .then(() => this.#clearAway(order))
      .finally(() => this.#running.delete(work));
    this.#running.add(work);
  }

  async #perform(context: TransferContext): Promise<TransferOutcome> {
    const { record, signal } = context;
    const { targetPath } = record;
    const saved = savedMovieOf(record);
    if (!saved || targetPath === null) throw new Error(`${record.key} is no movie to be saved.`);
    const folder = dirname(dirname(targetPath));
    try {
      await mkdir(dirname(targetPath), { mode: 0o700 }).catch(async (error: unknown) => {
        if (!(await isThere(dirname(targetPath)))) throw error;
      });
      const outcome = await this.#receive(context, saved, targetPath);
      context.checkpoint({ state: 'processing' });
      await commit(targetPath, finalPathOf(record), saved.mayReplace);
      return outcome;
    } catch (error) {
      if (signal.aborted) throw error;
      throw asUnsaved(folderErrorOf(error, folder));
    }
  }

  async #receive(context: TransferContext, saved: SavedMovie, targetPath: string): Promise<TransferOutcome> {
    const { projectId, exportId } = saved;
    const { projects, downloader } = this.#deps;
    const movie = await projects.getExport(projectId, exportId, context.signal, 'user');
    const sizeBytes = movie.file?.downloadSource?.fileBytes ?? null;
    const expected = { targetPath, sizeBytes };
    const whole = await wholeFileOf(context.record, expected);
    if (whole) return whole;
    const resume = await usableCheckpoint(context.record, expected);
    await requireFreeSpace(dirname(targetPath), Math.max(0, (sizeBytes ?? 0) - (resume?.receivedBytes ?? 0)));
    const file = await downloader.download({
      ...{ url: linkOf(movie), targetPath, expectedBytes: sizeBytes, wantsHash: true, resume },
      renewUrl: async (signal) => linkOf(await projects.getExport(projectId, exportId, signal, 'user')),
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

  /** What an ended save leaves beside the movie. */
  async #clearAway({ key, targetPath }: TransferOrder): Promise<void> {
    const { queue, log } = this.#deps;
    const state = queue.find(key)?.state;
    if (targetPath === null || (state !== 'done' && state !== 'cancelled')) return;
    await removeTree(dirname(targetPath)).catch((error: unknown) => {
      log.warn('A part of a movie could not be removed.', { key, error });
    });
  }
}

/** True for a transfer that saves a movie. */
export function isMovieSave({ key }: Pick<TransferRecord, 'key'>): boolean {
  return key.startsWith(`${keyStart}:`);
}

function keyOf({ projectId, exportId, mayReplace }: SavedMovie): string {
  const ids = [projectId, exportId].map(encodeURIComponent);
  return [keyStart, ...ids, mayReplace ? 'replace' : 'new', randomUUID()].join(':');
}

function savedMovieOf(record: Pick<TransferRecord, 'key'>): SavedMovie | null {
  if (!isMovieSave(record)) return null;
  const [, projectId = '', exportId = '', way] = record.key.split(':').map(decodeURIComponent);
  return { projectId, exportId, mayReplace: way === 'replace' };
}

/** Where the movie stands when it is whole: beside the folder it is received in. */
function finalPathOf({ targetPath }: Pick<TransferRecord, 'targetPath'>): string {
  return targetPath === null ? '' : join(dirname(dirname(targetPath)), basename(targetPath));
}

async function freePath(folder: string, name: string): Promise<string> {
  const stem = basename(name, extname(name));
  for (let number = 1; ; number += 1) {
    const path = join(folder, number === 1 ? name : `${stem} ${String(number)}${extname(name)}`);
    if (!(await isThere(path))) return path;
  }
}

/** Puts the whole file in its place in one rename. */
async function commit(targetPath: string, finalPath: string, mayReplace: boolean): Promise<void> {
  if (!mayReplace && (await isThere(finalPath))) {
    throw new AppError('conflict', `${finalPath} was made meanwhile.`, { details: { path: finalPath } });
  }
  await rename(targetPath, finalPath);
  await syncFolder(dirname(finalPath));
  await rm(dirname(targetPath), { recursive: true, force: true });
}

/** A folder the user chose for one file is not waited for: another can be chosen. */
function asUnsaved(error: unknown): unknown {
  if (!(error instanceof AppError) || needsOf(error) !== 'folder') return error;
  return new AppError('download_failed', error.message, { details: error.details, cause: error });
}
