import { AppError } from '../../../src-shared/app-error.ts';
import type { ThreadHost } from '../../foundation/thread-host.ts';
import { interrupted } from './download-errors.ts';
import type { HashCommand, HashReport } from './hash-messages.ts';

/** Computes the SHA-256 of one file in the hash thread. */
export class FileHash {
  readonly #host: ThreadHost<HashCommand, HashReport>;
  readonly #taskId: number;
  readonly #result = Promise.withResolvers<string>();

  /** @param readableTo how far the file may be read; null: to its end, wherever that is. */
  constructor(
    host: ThreadHost<HashCommand, HashReport>,
    path: string,
    readableTo: number | null,
    onProgress: (hashedBytes: number) => void,
  ) {
    this.#host = host;
    this.#result.promise.catch(() => undefined);
    this.#taskId = host.enlist({
      onReport: (report) => {
        if (report.kind === 'progress') onProgress(report.hashedBytes);
        else this.#settle(report, path);
      },
      onDeath: () => {
        this.#result.reject(interrupted());
      },
    });
    host.send({ kind: 'begin', taskId: this.#taskId, path, readableTo });
  }

  /** In lower-case hex. @throws AppError `file_unreadable`, or `download_failed` when the thread died. */
  get sha256(): Promise<string> {
    return this.#result.promise;
  }

  /** Allows reading the file up to this position. */
  advance(readableTo: number): void {
    this.#host.send({ kind: 'readable', taskId: this.#taskId, readableTo });
  }

  /** Reports that the file is complete. */
  finish(sizeBytes: number): Promise<string> {
    this.#host.send({ kind: 'finish', taskId: this.#taskId, sizeBytes });
    return this.sha256;
  }

  /** Stops hashing when the checksum is no longer needed. */
  stop(): void {
    this.#host.send({ kind: 'stop', taskId: this.#taskId });
    this.#host.forget(this.#taskId);
    this.#result.reject(new AppError('cancelled', 'The checksum is no longer wanted.'));
  }

  #settle(report: Exclude<HashReport, { kind: 'progress' }>, path: string): void {
    this.#host.forget(this.#taskId);
    if (report.kind === 'hashed') this.#result.resolve(report.sha256);
    else {
      this.#result.reject(
        new AppError('file_unreadable', `${path} cannot be hashed: ${report.message}`, {
          details: { path, reason: report.code },
        }),
      );
    }
  }
}
