import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { findThread } from '../../../foundation/find-thread.ts';
import type { UnpackedHash, UnpackOrder, UnpackReport } from './unpack-order.ts';
import { toAppError } from './write-failure.ts';

function exitOf(thread: Worker): Promise<void> {
  return new Promise((resolve) => {
    thread.once('exit', () => {
      resolve();
    });
  });
}

/** Bundle size below which a second thread costs more to start than it saves. */
const smallBytes = 16 * 1024 ** 2;

/** Receives the events of a working pool. */
export interface PoolListener {
  /** A thread has done something since its last report. */
  onProgress(): void;
  onHashes(hashes: readonly UnpackedHash[]): void;
}

/** A thread could not be loaded, ran out of memory or ended too early: no fault of the bundle or the disk. */
export class PoolDied extends Error {}

function outcomeOf(thread: Worker, onUnpacked: () => void, listener: PoolListener): Promise<void> {
  return new Promise((resolve, reject) => {
    thread.on('message', (report: UnpackReport) => {
      listener.onProgress();
      if (report.kind === 'unpacked') onUnpacked();
      else if (report.kind === 'hashed') listener.onHashes(report.hashes);
      else if (report.kind === 'finished' || report.kind === 'stopped') resolve();
      else if (report.kind === 'failed') reject(toAppError(report.fault));
    });
    thread.once('error', (cause) => {
      reject(new PoolDied('An unpacking thread failed.', { cause }));
    });
    thread.once('exit', () => {
      reject(new PoolDied('An unpacking thread ended without a word.'));
    });
  });
}

/** The threads that work on one order together. They start at once and wait for the order. */
export class UnpackPool {
  /** Resolves when every file is written and checked; stays pending when one fails. */
  readonly unpacked: Promise<unknown>;
  /** Resolves when every file is also hashed; rejects with the first failure. */
  readonly finished: Promise<unknown>;
  /** Resolves when no thread runs any more. */
  readonly exited: Promise<unknown>;
  readonly #threads: readonly Worker[];
  #listener: PoolListener | null = null;

  /** @param workerUrl script of the threads. */
  constructor(workerUrl: URL, size: number) {
    this.#threads = Array.from({ length: size }, () => new Worker(workerUrl));
    const marks = this.#threads.map(() => Promise.withResolvers<undefined>());
    const listener: PoolListener = {
      onProgress: () => this.#listener?.onProgress(),
      onHashes: (hashes) => this.#listener?.onHashes(hashes),
    };
    const outcomes = this.#threads.map((thread, index) =>
      outcomeOf(thread, () => marks[index]?.resolve(undefined), listener),
    );
    this.unpacked = Promise.all(marks.map(({ promise }) => promise));
    this.finished = Promise.all(outcomes);
    this.finished.catch(() => undefined);
    this.exited = Promise.all(this.#threads.map(exitOf));
  }

  /** Sends the order to the threads; call it only once. */
  begin(order: UnpackOrder, listener: PoolListener): void {
    this.#listener = listener;
    for (const thread of this.#threads) thread.postMessage(order);
  }

  /** Ends the threads at once, except inside a system call that does not return. */
  terminate(): void {
    for (const thread of this.#threads) void thread.terminate();
  }
}

/**
 * Creates a pool of suitable size.
 * @param bytes size of the bundle.
 * @param workerUrl script of the threads; by default the one of this folder.
 */
export function startPool(
  bytes: number,
  workerUrl: URL = findThread('unpack-worker', import.meta.url),
): UnpackPool {
  return new UnpackPool(workerUrl, bytes < smallBytes ? 1 : Math.min(2, availableParallelism()));
}
