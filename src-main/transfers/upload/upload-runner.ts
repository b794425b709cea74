import type { FileInfo } from '../../../src-shared/api/files.ts';
import { AppError } from '../../../src-shared/app-error.ts';
import type { Files } from '../../api/files.ts';
import { startOnce } from '../../api/start-once.ts';
import { startUnconfirmed } from '../../api/start-unconfirmed.ts';
import { unreadable } from '../../foundation/files/unreadable.ts';
import { storeWithRetry } from '../../foundation/store-with-retry.ts';
import { cancelledByUser, orStopped, throwIfStopped } from '../../foundation/wait.ts';
import { readTranscript } from '../../intake/side-car.ts';
import { fileTypeOf } from '../../intake/sniff-file.ts';
import type { Transcript } from '../../intake/timed-words.ts';
import type { Clock, Log } from '../../platform.ts';
import type { TransferRecord, TransferRepository, UploadSource } from '../../state/transfer-repository.ts';
import type { TransferEngine } from '../engine/transfer-engine.ts';
import type { TransferContext, TransferOrder, TransferOutcome } from '../queue/transfer-order.ts';
import type { TransferQueue } from '../queue/transfer-queue.ts';
import type { Uploader } from '../uploader.ts';
import { isReady, waitUntilReady } from './file-readiness.ts';
import { findUnchanged, isSameFile, sourceOf } from './upload-source.ts';

/** What distinguishes one upload from another. */
export type UploadOrder = Omit<
  TransferOrder,
  'direction' | 'totalBytes' | 'targetPath' | 'perform' | 'source'
> & { readonly source: UploadSource };

const listPageLength = 100;
const maxListPages = 20;

/** An unresponsive service must not hold up a cancellation. */
const maxAbandonMs = 5_000;

export interface UploadRunnerDeps {
  readonly files: Files;
  readonly uploader: Pick<Uploader, 'put'>;
  readonly engine: Pick<TransferEngine, 'hashFile'>;
  readonly transfers: TransferRepository;
  readonly queue: Pick<TransferQueue, 'note' | 'run' | 'find'>;
  readonly clock: Clock;
  readonly log: Log;
  /** As of `Platform`. */
  readonly languages: readonly string[];
}

/**
 * Sends one file: hashes it, compares it with earlier uploads, sends it, and waits until the service has prepared it.
 */
export class UploadRunner {
  readonly #deps: UploadRunnerDeps;
  /** Hashes of files with unfinished transfers, so that a pause or another try does not read them again. */
  readonly #hashes = new Map<string, { readonly source: UploadSource; readonly sha256: string }>();
  readonly #deciding = new Map<string, () => void>();

  constructor(deps: UploadRunnerDeps) {
    this.#deps = deps;
  }

  /**
   * Continues where the record stands. Bytes the storage has confirmed are not sent again; all others are, to a new
   * address. Tries once; the queue decides about another try.
   * @throws AppError `file_unreadable`, `file_type_unsupported`, `service_refused`, `service_failed`, and the errors of
   * the client.
   */
  async #perform(context: TransferContext): Promise<TransferOutcome> {
    const { record } = context;
    const { sizeBytes } = sourceOf(record);
    // Until the user has decided, the record holds the ID of the file with the same content.
    const sentFileId = record.duplicateOf === null ? record.fileId : null;
    if (sentFileId !== null && (await this.#isPrepared(context, sentFileId))) {
      return this.#ended(context, sentFileId);
    }
    context.progress(0, sizeBytes);
    const sha256 = await this.#check(context);
    const existing = record.mayDuplicate ? null : await this.#findDuplicate(context, sha256);
    if (existing && record.owner === null && !record.mayReuse) {
      await this.#decided(context, existing);
      return this.#perform(context);
    }
    const fileId = existing?.fileId ?? (await this.#send(context));
    await waitUntilReady(this.#deps, { fileId, displayName: record.displayName }, context.signal);
    return this.#ended(context, fileId);
  }

  /**
   * Sends a file through the queue. Removes from the library what a cancelled upload left at the service.
   * @throws the errors of `TransferQueue.run`.
   */
  async run(upload: UploadOrder, signal: AbortSignal): Promise<TransferOutcome> {
    const { queue } = this.#deps;
    const order: TransferOrder = {
      ...upload,
      direction: 'upload',
      totalBytes: upload.source.sizeBytes,
      targetPath: null,
      perform: (context) => this.#perform(context),
    };
    try {
      return await queue.run(order, signal);
    } catch (error) {
      const record = queue.find(order.key);
      if (record?.state === 'cancelled') await this.#takeOut(record);
      throw error;
    }
  }

  /**
   * Applies the user's decision about a file whose content is already at the service.
   * @throws AppError `conflict` when there is nothing to decide, `not_found`, `disk_full`.
   */
  decide(record: TransferRecord, choice: 'reuse' | 'send'): void {
    if (record.duplicateOf === null) throw new AppError('conflict', 'There is nothing to decide.');
    const sending = choice === 'send' ? { mayDuplicate: true, fileId: null } : {};
    this.#deps.queue.note(record.transferId, { duplicateOf: null, ...sending });
    this.#deciding.get(record.transferId)?.();
  }

  #ended({ record }: TransferContext, fileId: string): TransferOutcome {
    this.#hashes.delete(record.transferId);
    return { sizeBytes: sourceOf(record).sizeBytes, sha256: record.sha256, fileId };
  }

  /** False if the service no longer has the file. */
  async #isPrepared(context: TransferContext, fileId: string): Promise<boolean> {
    context.checkpoint({ state: 'processing' });
    try {
      await waitUntilReady(this.#deps, { fileId, displayName: context.record.displayName }, context.signal);
      return true;
    } catch (error) {
      if (!isNotFound(error)) throw error;
      context.checkpoint({ fileId: null });
      return false;
    }
  }

  /** Hashes the file, unless it is the hashed one. With another inode, it must still have the hashed content. */
  async #check(context: TransferContext): Promise<string> {
    const { record, signal } = context;
    const { transferId, displayName } = record;
    const source = await findUnchanged(sourceOf(record), displayName);
    const isOther = !isSameFile(sourceOf(record), source);
    const known = this.#hashes.get(transferId);
    if (!isOther && known && isSameFile(known.source, source)) return known.sha256;
    context.checkpoint({ state: 'checking' });
    const sha256 = await this.#deps.engine.hashFile(source.path, signal);
    const isStill = isSameFile(await findUnchanged(source, displayName), source);
    const isReplaced = isOther && record.sha256 !== null && record.sha256 !== sha256;
    if (!isStill || isReplaced) throw unreadable(displayName, 'changed');
    this.#hashes.set(transferId, { source, sha256 });
    context.checkpoint({ sha256, source });
    return sha256;
  }

  /** True if the file has another inode since the check but the same content. @throws as `#check`. */
  async #hasOnlyMoved(context: TransferContext): Promise<boolean> {
    const before = sourceOf(context.record);
    await this.#check(context);
    return !isSameFile(sourceOf(context.record), before);
  }

  /** Returns a file that was sent with this content and is still at the service. */
  async #findDuplicate({ record, signal }: TransferContext, sha256: string): Promise<KnownFile | null> {
    const { transfers, files } = this.#deps;
    for (const { fileId, displayName, totalBytes } of transfers.listSent(record.connectionId, sha256)) {
      if (fileId === null || totalBytes !== record.totalBytes) continue;
      const file = await files.hydrate(fileId, signal).catch(nullWhenGone);
      if (!file || !isReady(file)) continue;
      // An archived file can still be read, but no request may name it.
      if (await this.#isListed(fileId, signal))
        return { fileId, displayName: file.displayName ?? displayName };
    }
    return null;
  }

  /** True if the library lists the file, or has more files than can be read for that. */
  async #isListed(wantedId: string, signal: AbortSignal): Promise<boolean> {
    let cursor: string | null = null;
    for (let page = 0; page < maxListPages; page += 1) {
      const { files, nextCursor } = await this.#deps.files.list(cursor, listPageLength, signal);
      if (files.some(({ fileId }) => fileId === wantedId)) return true;
      if (nextCursor === null) return false;
      cursor = nextCursor;
    }
    return true;
  }

  /** Resolves when the user has decided; the record holds the decision. Meanwhile the transfer occupies no slot. */
  async #decided(context: TransferContext, { fileId, displayName }: KnownFile): Promise<void> {
    const { transferId } = context.record;
    const decision = Promise.withResolvers<null>();
    this.#deciding.set(transferId, () => {
      decision.resolve(null);
    });
    try {
      this.#deps.queue.note(transferId, { fileId, duplicateOf: displayName });
      context.checkpoint({ state: 'waiting' });
      await orStopped(decision.promise, context.signal);
    } finally {
      this.#deciding.delete(transferId);
    }
    await context.allowance(0);
  }

  /**
   * Sends the bytes from the start; once more if the file only has another inode since the check.
   * @returns the ID of the service's file.
   */
  async #send(context: TransferContext, isAgain = false): Promise<string> {
    const { record, signal } = context;
    const source = sourceOf(record);
    const transcript = await this.#readTranscript(source);
    throwIfStopped(signal);
    context.checkpoint({ state: 'running' });
    const left = await this.#abandon(context, signal);
    // The answer with the new place would be lost as well, and the earlier file could not be found again.
    if (left instanceof AppError && left.code === 'service_unreachable') throw left;
    const { fileId, uploadUrl } = await this.#createUpload(context, transcript);
    try {
      await this.#put(context, uploadUrl);
    } catch (error) {
      if (signal.reason === cancelledByUser) await this.#abandon(context, AbortSignal.timeout(maxAbandonMs));
      throwIfStopped(signal);
      context.progress(0, source.sizeBytes);
      await this.#abandon(context, signal);
      if (!isAgain && isChange(error) && (await this.#hasOnlyMoved(context)))
        return this.#send(context, true);
      throw errorOfPut(error);
    }
    // The file is in the library: without this record it would be sent again and be there twice.
    const sent = { fileId, createdFileId: null, state: 'processing' } as const;
    await storeWithRetry(() => context.checkpoint(sent), this.#deps, signal);
    return fileId;
  }

  /**
   * Creates a place for the bytes at the service, only once: a place whose ID was lost cannot be found again.
   * @throws AppError `start_unconfirmed` when the answer was lost, now or before a restart, and the errors of the
   * client.
   */
  async #createUpload(context: TransferContext, transcript: Transcript | null) {
    const { record, signal } = context;
    const { displayName, source, isCreationSent } = record;
    const noteSent = (isSent: boolean): void => {
      if (context.record.isCreationSent !== isSent) context.checkpoint({ isCreationSent: isSent });
    };
    const type = fileTypeOf(source?.mimeType ?? '');
    const body = { displayName, type, ...(transcript && { transcript }) };
    const hooks = {
      onSend: () => {
        noteSent(true);
      },
      onRefused: () => {
        noteSent(false);
      },
    };
    const start = {
      isSent: () => context.record.isCreationSent,
      send: isCreationSent ? null : () => this.#deps.files.createUpload(body, signal, hooks),
      find: (cause: unknown) => Promise.reject(startUnconfirmed('not_listed', cause, 'upload')),
    };
    const created = await startOnce(start, signal).catch((error: unknown) => {
      // Whoever retries has seen this error.
      if (!signal.aborted) noteSent(false);
      throw error;
    });
    const change = { isCreationSent: false, createdFileId: created.fileId };
    await storeWithRetry(() => context.checkpoint(change), this.#deps, signal);
    return created;
  }

  async #put(context: TransferContext, url: string): Promise<void> {
    const { path, sizeBytes, modifiedAtMs, inode } = sourceOf(context.record);
    const { status } = await this.#deps.uploader.put({
      url,
      path,
      sizeBytes,
      expected: { modifiedAtMs, inode },
      onProgress: (sentBytes) => {
        context.progress(sentBytes, sizeBytes);
      },
      allowance: (bytes) => context.allowance(bytes),
      signal: context.signal,
    });
    if (status < 200 || status > 299) throw refusedByStorage(status, context.record.displayName);
  }

  /**
   * Removes a file whose upload did not finish from the library. All its bytes may have arrived, with only the answer
   * lost: the file must not be there twice. If the removal fails now, the next upload repeats it.
   * @returns why the file could not be removed; null if nothing is left.
   */
  async #abandon(context: TransferContext, signal: AbortSignal): Promise<unknown> {
    const { createdFileId: fileId } = context.record;
    if (fileId === null) return null;
    const error = await this.#archive(fileId, signal, () => {
      context.checkpoint({ createdFileId: null });
    });
    if (error !== null) throwIfStopped(context.signal);
    return error;
  }

  /** Removes from the library what a cancelled upload had begun, unless a retry has begun another file. */
  async #takeOut({ key, transferId, createdFileId: fileId }: TransferRecord): Promise<void> {
    if (fileId === null) return;
    const { queue } = this.#deps;
    await this.#archive(fileId, AbortSignal.timeout(maxAbandonMs), () => {
      if (queue.find(key)?.createdFileId === fileId) queue.note(transferId, { createdFileId: null });
    });
  }

  /** Removes a file from the library. @returns why `forget`, called afterwards, or the removal failed; else null. */
  async #archive(fileId: string, signal: AbortSignal, forget: () => void): Promise<unknown> {
    const { files, log } = this.#deps;
    try {
      await files.archive(fileId, signal).catch(nullWhenGone);
      forget();
      return null;
    } catch (error) {
      log.info('An abandoned upload could not be archived.', { fileId, error });
      return error;
    }
  }

  /** Unreadable captions must not hold up an upload. */
  async #readTranscript({ transcriptPath }: UploadSource): Promise<Transcript | null> {
    if (transcriptPath === null) return null;
    return readTranscript(transcriptPath, this.#deps.languages).catch((error: unknown) => {
      this.#deps.log.warn('Captions beside an upload cannot be used.', { transcriptPath, error });
      return null;
    });
  }
}

/** A file at the service. */
interface KnownFile {
  readonly fileId: string;
  readonly displayName: string;
}

function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not_found';
}

/** True if a file is not the checked one any more. */
function isChange(error: unknown): boolean {
  return (
    error instanceof AppError && error.code === 'file_unreadable' && error.details['reason'] === 'changed'
  );
}

function nullWhenGone(error: unknown): FileInfo | null {
  if (isNotFound(error)) return null;
  throw error;
}

/** Statuses of the storage that would be the same for any other address. */
const finalStatuses = new Set([411, 413, 414, 415, 422]);

/**
 * The storage refused the bytes: `service_refused` if it always will, else `service_failed`, as another address may
 * work.
 */
function refusedByStorage(status: number, displayName: string): AppError {
  const code = finalStatuses.has(status) ? 'service_refused' : 'service_failed';
  return new AppError(code, `The storage answered ${String(status)} to an upload.`, {
    details: { status, displayName },
  });
}

/**
 * Converts the error of a PUT without a response. The service was reachable just before, so the transfer must not wait
 * for the network. Other errors stay unchanged.
 */
function errorOfPut(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'service_unreachable') return error;
  return new AppError('service_failed', error.message, { details: error.details, cause: error });
}
