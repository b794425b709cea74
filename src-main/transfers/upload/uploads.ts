import { randomUUID } from 'node:crypto';
import { AppError } from '../../../src-shared/app-error.ts';
import type { Transfer } from '../../../src-shared/contract/transfer.ts';
import { appIsClosing } from '../../foundation/wait.ts';
import type { FileGrants } from '../../intake/file-grants.ts';
import { unsupported } from '../../intake/inspect-file.ts';
import { fileTypeOf } from '../../intake/sniff-file.ts';
import type { Log } from '../../platform.ts';
import type { TransferRecord, TransferRepository, UploadSource } from '../../state/transfer-repository.ts';
import type { TransferQueue } from '../queue/transfer-queue.ts';
import type { UploadRunner } from './upload-runner.ts';
import { isSameFile, readUploadSource, sourceOf } from './upload-source.ts';

export interface UploadsDeps {
  readonly connectionId: string;
  readonly grants: FileGrants;
  readonly transfers: TransferRepository;
  readonly queue: TransferQueue;
  readonly runner: UploadRunner;
  readonly log: Log;
}

type OwnUpload = Pick<TransferRecord, 'key' | 'displayName' | 'mayReuse'> & { readonly source: UploadSource };

const keyStartOf = (purpose: string): string => `upload:${purpose === '' ? '' : `${purpose}:`}`;

/** The user's uploads to the library of one connection. Each is a transfer of its own. */
export class Uploads {
  readonly #deps: UploadsDeps;
  readonly #running = new Map<string, Promise<void>>();
  readonly #closing = new AbortController();

  constructor(deps: UploadsDeps) {
    this.#deps = deps;
  }

  /** Continues the uploads that were unfinished when the app closed. */
  start(): void {
    for (const record of this.#deps.transfers.listUnfinishedOf(this.#deps.connectionId)) {
      if (record.direction !== 'upload' || record.owner !== null) continue;
      void this.#run({ ...record, source: sourceOf(record) });
    }
  }

  /**
   * Adds a file handed over by the user to the queue.
   * @param purpose the reason for sending it, by which `latestFor` finds it even after a crash.
   * @param mayReuse true to take the service's file with the same content without asking the user.
   * @param isMovie true to send the file only if it is a movie.
   * @throws AppError `file_unreadable`, `file_type_unsupported`, `not_found` for an unknown grant, `disk_full`.
   */
  async add(grantId: string, { purpose = '', mayReuse = false, isMovie = false } = {}): Promise<Transfer> {
    const { grants, queue } = this.#deps;
    const { path, displayName, isOwned } = await grants.open(grantId);
    const source = await readUploadSource(path, displayName, !isOwned);
    if (isMovie && fileTypeOf(source.mimeType) !== 'VIDEO') throw unsupported(displayName);
    const key = keyStartOf(purpose) + randomUUID();
    const done = this.#run({ key, displayName, source, mayReuse });
    const record = queue.find(key);
    if (record) return queue.shown(record);
    await done;
    throw new AppError('cancelled', 'The app is closing.');
  }

  /** Returns the newest upload for a purpose; null if there is none or it was cleared from the list. */
  latestFor(purpose: string): Pick<Transfer, 'transferId' | 'state'> | null {
    const { transfers, queue, connectionId } = this.#deps;
    const [stored] = transfers.listByKey(connectionId, keyStartOf(purpose), 1);
    return stored ? (queue.peek(stored.transferId) ?? stored) : null;
  }

  /**
   * Applies the user's decision; while all transfers are paused, the upload is paused too.
   * @throws AppError `not_found`, `conflict` when the transfer does not wait for a decision.
   */
  decide(transferId: string, choice: 'reuse' | 'send'): Transfer {
    const { queue, runner } = this.#deps;
    runner.decide(queue.get(transferId), choice);
    if (queue.totals().isPaused) return queue.pause(transferId);
    return queue.shown(queue.get(transferId));
  }

  /**
   * Retries a failed or cancelled upload with the file as it is now.
   * @throws AppError `not_found`, `conflict` for one that has not failed or belongs to something else, and the errors
   * of `add`, also for a file of another kind; it stays as it ended then.
   */
  async retry(transferId: string): Promise<Transfer> {
    const { queue, grants } = this.#deps;
    const record = queue.get(transferId);
    if (record.direction !== 'upload' || record.owner !== null) {
      throw new AppError('conflict', 'This transfer begins again with what it belongs to.');
    }
    const { path } = sourceOf(record);
    const source = await readUploadSource(path, record.displayName, !grants.isOwned(path));
    const isSameKind = fileTypeOf(source.mimeType) === fileTypeOf(sourceOf(record).mimeType);
    if (!isSameKind) throw unsupported(record.displayName);
    const isSame = isSameFile(source, sourceOf(record));
    // If the ID belongs to a file that was already in the library, the user has to decide again.
    const isOwn = record.duplicateOf === null;
    const isUsable = isSame && isOwn && record.error?.code !== 'file_type_unsupported';
    // The file as it is now may have other content.
    const sha256 = isSame ? record.sha256 : null;
    queue.retry(transferId, { source, sha256, duplicateOf: null, ...(isUsable ? {} : { fileId: null }) });
    void this.#run({ ...record, source });
    return queue.shown(queue.get(transferId));
  }

  /** Resolves when the transfer has ended or the app closes; at once when it is not running. */
  async settled(transferId: string): Promise<void> {
    await this.#running.get(this.#deps.queue.get(transferId).key);
  }

  /** Stops all uploads and waits for them; they continue at the next start. */
  async dispose(): Promise<void> {
    this.#closing.abort(appIsClosing);
    await Promise.allSettled(this.#running.values());
  }

  /** Runs an upload; its row shows how it ends. Rejects when there is no row. */
  #run({ key, displayName, source, mayReuse }: OwnUpload): Promise<void> {
    const { connectionId, queue, runner, grants, log } = this.#deps;
    const order = { key, displayName, source, mayReuse, connectionId, owner: null, priority: 0 };
    const done = runner
      .run(order, this.#closing.signal)
      .then(() => grants.release(source.path))
      .catch((error: unknown) => {
        if (!queue.find(key)) throw error;
        if (!(error instanceof AppError)) log.error('An upload ended unexpectedly.', error, { key });
      })
      .finally(() => {
        if (this.#running.get(key) === done) this.#running.delete(key);
      });
    done.catch(() => undefined);
    this.#running.set(key, done);
    return done;
  }
}
