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

function outcomeOf(thread: Worker, onProgress: () => void): Promise<readonly UnpackedHash[]> {
  return new Promise((resolve, reject) => {
    thread.on('message', (report: UnpackReport) => {
      if (report.kind === 'progress') onProgress();
      else if (report.kind === 'finished') resolve(report.hashes);
      else if (report.kind === 'stopped') resolve([]);
      else reject(toAppError(report.fault));
    });
    thread.once('error', reject);
    thread.once('exit', () => {
      reject(new Error('An unpacking thread ended without a word.'));
    });
  });
}

/** The threads that carry out one order together. They start at once. */
export class UnpackCrew {
  /** The hashes of all files; rejects with the first failure. */
  readonly finished: Promise<UnpackedHash[]>;
  /** Resolves when no thread runs any more. */
  readonly exited: Promise<unknown>;
  readonly #threads: readonly Worker[];

  /** @param onProgress called when a thread has done something since its last report. */
  constructor(workerUrl: URL, size: number, order: UnpackOrder, onProgress: () => void) {
    this.#threads = Array.from({ length: size }, () => new Worker(workerUrl, { workerData: order }));
    const outcomes = this.#threads.map((thread) => outcomeOf(thread, onProgress));
    this.finished = Promise.all(outcomes).then((hashes) => hashes.flat());
    this.exited = Promise.all(this.#threads.map(exitOf));
  }

  /** Ends the threads wherever they are, except inside a call the operating system does not return from. */
  terminate(): void {
    for (const thread of this.#threads) void thread.terminate();
  }
}
