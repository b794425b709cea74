import { findThread } from '../../foundation/find-thread.ts';
import { ThreadHost } from '../../foundation/thread-host.ts';
import { stopErrorOf, throwIfStopped } from '../../foundation/wait.ts';
import type { Clock, Log } from '../../platform.ts';
import type { Allowance } from './credit-pump.ts';
import { FileHash } from './file-hash.ts';
import type { HashCommand, HashReport } from './hash-messages.ts';
import type { ResponseParser, TransferCommand, TransferReport } from './thread-messages.ts';
import { TransferTask } from './transfer-task.ts';

export interface TransferEngineDeps {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly log: Log;
  /** Script of the transfer thread; by default the one beside this module. */
  readonly transferWorkerUrl?: URL;
  /** Script of the hash thread; by default the one beside this module. */
  readonly hashWorkerUrl?: URL;
}

/** The address of a request and the rules for reaching it. */
export interface StorageTarget {
  /** Signed link. */
  readonly url: string;
  /** Scheme, host and port of the configured service, the only one that may be plain http or private. */
  readonly trustedOrigin: string;
}

/** The head of a response. `task.receive` reads its body, `task.stop` discards it. */
export interface OpenedAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly task: TransferTask;
}

/**
 * Controls the thread that moves the bytes of all transfers and the thread that computes checksums. The threads start
 * with the first task and again after a death. Requests carry no credential and follow the storage policy: https except
 * to the service itself, no private addresses, at most three redirects.
 */
export class TransferEngine {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #transfers: ThreadHost<TransferCommand, TransferReport>;
  readonly #hashes: ThreadHost<HashCommand, HashReport>;

  constructor(deps: TransferEngineDeps) {
    const { clock, log, transferWorkerUrl, hashWorkerUrl } = deps;
    this.#clock = clock;
    this.#transfers = new ThreadHost({
      log,
      url: () => transferWorkerUrl ?? findThread('transfer-worker', import.meta.url),
    });
    this.#hashes = new ThreadHost({
      log,
      url: () => hashWorkerUrl ?? findThread('hash-worker', import.meta.url),
    });
  }

  /**
   * Sends a GET and resolves with the head of its response.
   * @throws AppError `service_unreachable`, `download_failed` for a link that may not be followed or a response that is
   * malformed or unsupported, and with reason `interrupted` when the thread died; the signal's reason.
   */
  async fetch(
    target: StorageTarget,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
    parser: ResponseParser = 'http1',
  ): Promise<OpenedAnswer> {
    throwIfStopped(signal);
    const task = new TransferTask({ host: this.#transfers, clock: this.#clock, signal });
    task.send((taskId) => ({ kind: 'fetch', taskId, ...target, headers, parser }));
    const { status, headers: answered } = await task.answered;
    return { status, headers: answered, task };
  }

  /**
   * Sends a file in one PUT. `task.ended` resolves with the storage's status, which may be a refusal before everything
   * was sent. The descriptor may be closed after `task.ended`.
   */
  send(
    target: StorageTarget,
    file: { readonly descriptor: number; readonly sizeBytes: number },
    options: { readonly signal: AbortSignal; readonly allowance: Allowance },
  ): TransferTask {
    throwIfStopped(options.signal);
    const task = new TransferTask({ host: this.#transfers, clock: this.#clock, signal: options.signal });
    task.meter(options.allowance);
    task.send((taskId) => ({ kind: 'send', taskId, ...target, ...file }));
    return task;
  }

  /**
   * Computes the SHA-256 of a file in lower-case hex.
   * @param onProgress called several times a second with the bytes read.
   * @throws AppError `file_unreadable`; the signal's reason.
   */
  async hashFile(
    path: string,
    signal: AbortSignal,
    onProgress: (hashedBytes: number) => void = () => undefined,
  ): Promise<string> {
    throwIfStopped(signal);
    const hash = new FileHash(this.#hashes, path, null, onProgress);
    const stopped = Promise.withResolvers<never>();
    const stop = (): void => {
      stopped.reject(stopErrorOf(signal));
    };
    signal.addEventListener('abort', stop);
    try {
      return await Promise.race([hash.sha256, stopped.promise]);
    } finally {
      signal.removeEventListener('abort', stop);
      hash.stop();
    }
  }

  /** Starts the SHA-256 of a file that is still being written; `advance` sets how far it may be read. */
  hashBehind(path: string): FileHash {
    return new FileHash(this.#hashes, path, 0, () => undefined);
  }

  /** Ends the threads. The owners must stop their transfers first. */
  async dispose(): Promise<void> {
    await Promise.all([this.#transfers.dispose(), this.#hashes.dispose()]);
  }
}
