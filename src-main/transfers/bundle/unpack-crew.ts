import { Worker } from 'node:worker_threads';
import type { UnpackedHash, UnpackOrder, UnpackReport } from './unpack-order.ts';
import { toAppError } from './write-failure.ts';

function exitOf(thread: Worker): Promise<void> {
  return new Promise((resolve) => {
    thread.once('exit', () => {
      resolve();
    });
  });
}

/** What is heard of a crew at work. */
export interface CrewListener {
  /** A thread has done something since its last report. */
  onProgress(): void;
  onHashes(hashes: readonly UnpackedHash[]): void;
}

function outcomeOf(thread: Worker, onUnpacked: () => void, listener: CrewListener): Promise<void> {
  return new Promise((resolve, reject) => {
    thread.on('message', (report: UnpackReport) => {
      listener.onProgress();
      if (report.kind === 'unpacked') onUnpacked();
      else if (report.kind === 'hashed') listener.onHashes(report.hashes);
      else if (report.kind === 'finished' || report.kind === 'stopped') resolve();
      else if (report.kind === 'failed') reject(toAppError(report.fault));
    });
    thread.once('error', reject);
    thread.once('exit', () => {
      reject(new Error('An unpacking thread ended without a word.'));
    });
  });
}

/** The threads that carry out one order together. They start at once. */
export class UnpackCrew {
  /** Resolves when every file is written and checked; never when one fails. */
  readonly unpacked: Promise<unknown>;
  /** Resolves when every file is hashed too; rejects with the first failure. */
  readonly finished: Promise<unknown>;
  /** Resolves when no thread runs any more. */
  readonly exited: Promise<unknown>;
  readonly #threads: readonly Worker[];

  constructor(workerUrl: URL, size: number, order: UnpackOrder, listener: CrewListener) {
    this.#threads = Array.from({ length: size }, () => new Worker(workerUrl, { workerData: order }));
    const marks = this.#threads.map(() => Promise.withResolvers<undefined>());
    const outcomes = this.#threads.map((thread, index) =>
      outcomeOf(thread, () => marks[index]?.resolve(undefined), listener),
    );
    this.unpacked = Promise.all(marks.map(({ promise }) => promise));
    this.finished = Promise.all(outcomes);
    this.exited = Promise.all(this.#threads.map(exitOf));
  }

  /** Ends the threads wherever they are, except inside a call the operating system does not return from. */
  terminate(): void {
    for (const thread of this.#threads) void thread.terminate();
  }
}
