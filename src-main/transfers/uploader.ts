import type { Stats } from 'node:fs';
import { type FileHandle, lstat } from 'node:fs/promises';
import { AppError } from '../../src-shared/app-error.ts';
import type { OriginSource } from '../api/http/service-address.ts';
import { readFailureOf, systemCodeOf } from '../foundation/files/folder-errors.ts';
import { openRegularFile } from '../foundation/files/read-foreign-file.ts';
import { stopErrorOf } from '../foundation/wait.ts';
import type { Clock } from '../platform.ts';
import type { UploadSource } from '../state/transfer-repository.ts';
import type { Allowance } from './engine/credit-pump.ts';
import type { TransferEngine } from './engine/transfer-engine.ts';
import { watchForStall } from './stall-watch.ts';

export interface PutRequest {
  /** Signed link. */
  readonly url: string;
  readonly path: string;
  readonly sizeBytes: number;
  /** Facts of the file at the time it was handed over. */
  readonly expected: Pick<UploadSource, 'modifiedAtMs' | 'inode'>;
  /** Called several times a second with the number of bytes sent. */
  readonly onProgress: (sentBytes: number) => void;
  readonly allowance: Allowance;
  readonly signal: AbortSignal;
}

/** Sends the user's files to signed addresses, each in one request. */
export class Uploader {
  readonly #deps: {
    readonly engine: TransferEngine;
    readonly address: OriginSource;
    readonly clock: Clock;
  };

  constructor(deps: { engine: TransferEngine; address: OriginSource; clock: Clock }) {
    this.#deps = deps;
  }

  /**
   * Sends the whole file and resolves with the storage's status, even for a refusal, which may come before everything
   * was sent. Ignores the rest of the response.
   * @throws AppError `file_unreadable` with reason `changed` when the file is not, or no longer, the one that was
   * handed over, `service_unreachable`, `download_failed` for a link that may not be followed; the signal's reason.
   */
  async put(request: PutRequest): Promise<{ readonly status: number }> {
    const { path, signal } = request;
    const handle = await openRegularFile(path);
    let isFree: Promise<unknown> = Promise.resolve();
    try {
      requireSame(path, await handle.stat(), request);
      await requireInPlace(path, request);
      const status = await this.#send(handle, request, (ended) => {
        isFree = ended;
      });
      requireSame(path, await handle.stat(), request);
      await requireInPlace(path, request);
      return { status };
    } catch (error) {
      if (signal.aborted) throw stopErrorOf(signal);
      const isOfSystem = !(error instanceof AppError) && systemCodeOf(error) !== '';
      throw isOfSystem ? unreadable(path, readFailureOf(error), error) : error;
    } finally {
      await isFree;
      await handle.close();
    }
  }

  async #send(
    handle: FileHandle,
    request: PutRequest,
    onTask: (ended: Promise<unknown>) => void,
  ): Promise<number> {
    const { engine, address, clock } = this.#deps;
    const { url, sizeBytes, allowance } = request;
    const trustedOrigin = await address.origin(request.signal);
    const stopper = new AbortController();
    const signal = AbortSignal.any([request.signal, stopper.signal]);
    const task = engine.send(
      { url, trustedOrigin },
      { descriptor: handle.fd, sizeBytes },
      { signal, allowance },
    );
    onTask(task.ended);
    let sentBytes = 0;
    let broken: { readonly error: unknown } | null = null;
    let unwatch: (() => void) | null = null;
    const watch = (): (() => void) =>
      watchForStall(
        clock,
        () => sentBytes,
        // Once everything is sent, the storage has its own time to answer.
        () => task.takeHasWaited() || sentBytes >= sizeBytes,
        () => {
          stopper.abort(stalledUpload(url));
        },
      );
    task.onProgress(({ movedTo }) => {
      sentBytes = movedTo;
      // The system accepts the first bytes as soon as it is connected; connecting has its own time limit.
      unwatch ??= watch();
      try {
        request.onProgress(movedTo);
      } catch (error) {
        broken ??= { error };
        stopper.abort();
      }
    });
    const { failure, status } = await task.ended.finally(() => unwatch?.());
    if (broken !== null) throw (broken as { readonly error: unknown }).error;
    if (failure !== null) throw failure as Error;
    if (status === null) throw new Error('An upload ended without an answer.');
    request.onProgress(sizeBytes);
    return status;
  }
}

function requireSame(path: string, stats: Stats, { sizeBytes, expected }: PutRequest): void {
  const isSame =
    stats.isFile() &&
    stats.size === sizeBytes &&
    stats.mtimeMs === expected.modifiedAtMs &&
    String(stats.ino) === expected.inode;
  if (!isSame) throw unreadable(path, 'changed');
}

/** Checks that the path still leads to the opened file. */
async function requireInPlace(path: string, request: PutRequest): Promise<void> {
  requireSame(path, await lstat(path), request);
}

function unreadable(path: string, reason: string, cause?: unknown): AppError {
  return new AppError('file_unreadable', `${path}: ${reason}`, { details: { path, reason }, cause });
}

function stalledUpload(url: string): AppError {
  const { host } = new URL(url);
  return new AppError('service_unreachable', `The upload to ${host} stalled.`, {
    details: { host, reason: 'stalled', outcome: 'unknown' },
  });
}
