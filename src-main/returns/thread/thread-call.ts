import { basename } from 'node:path';
import { unreadable } from '../../foundation/files/unreadable.ts';
import type { Semaphore } from '../../foundation/semaphore.ts';
import { systemTimer } from '../../foundation/settle-within.ts';
import type { ThreadHost } from '../../foundation/thread-host.ts';
import { stopErrorOf } from '../../foundation/wait.ts';
import type { Clock } from '../../platform.ts';
import type { FailedRead } from '../read/examine-return.ts';
import { tooComplex } from '../read/return-content.ts';
import { errorOf, failureOf } from './call-failure.ts';
import type { ReadCall } from './read-calls.ts';
import type { ReadCommand, ReadReport } from './read-messages.ts';

export interface ThreadCallDeps {
  readonly host: ThreadHost<ReadCommand, ReadReport>;
  /** Held while the thread works on a call. */
  readonly turns: Semaphore;
  /** Returns the SHA-256 of a file in lower-case hex. */
  readonly hashFile: (path: string) => Promise<string>;
  readonly limits: ReadLimits;
  /** Measures the limits; the system's by default. */
  readonly timer?: Pick<Clock, 'schedule'> | undefined;
  /** Aborted when the app closes. */
  readonly signal: AbortSignal;
}

/** A thread frees the memory of large files late; above this the next call gets a new thread instead. */
const mostGarbageBytes = 96 * 1024 ** 2;

/** The thread of a call ended because of another one. */
export class Interrupted extends Error {}

/** One call of the thread that reads returns. */
export class ThreadCall {
  readonly #deps: ThreadCallDeps;
  readonly #path: string;
  readonly #onRead: (read: FailedRead) => void;
  readonly #ended = Promise.withResolvers<unknown>();
  #taskId = 0;
  /** Ends the call's turn; null while it waits for one or for a hash. */
  #endTurn: (() => void) | null = null;
  #answers = Promise.resolve();
  #isOver = false;
  /** Resolves when a thread that exceeded a limit has ended. */
  #ending = Promise.resolve();
  #exceeded: Exceeded | null = null;

  /** @param path file to name in errors. */
  constructor(deps: ThreadCallDeps, path: string, onRead: (read: FailedRead) => void) {
    this.#deps = deps;
    this.#path = path;
    this.#onRead = onRead;
  }

  /** Returns the result. @throws Interrupted; as `ReturnReader`. */
  async run(name: ReadCall, input: unknown): Promise<unknown> {
    const { host } = this.#deps;
    await this.#takeTurn();
    this.#taskId = host.enlist({
      onReport: (report) => {
        this.#take(report);
      },
      onDeath: (error) => {
        this.#ended.reject(this.#causeOf(error));
      },
    });
    host.send({ kind: 'call', taskId: this.#taskId, name, input });
    try {
      return await this.#ended.promise;
    } finally {
      this.#isOver = true;
      host.forget(this.#taskId);
      await this.#ending;
      if ((await host.usedMemoryBytes()) > mostGarbageBytes) await host.end();
      this.#endTurn?.();
    }
  }

  #take(report: ReadReport): void {
    if (report.kind === 'read') this.#onRead(report.read);
    else if (report.kind === 'done') this.#ended.resolve(report.result);
    else if (report.kind === 'failed') this.#ended.reject(errorOf(report.failure));
    else {
      const { path } = report;
      // The app is closing; the call ends with its thread.
      this.#answers = this.#answers.then(() => this.#answer(path)).catch(() => undefined);
    }
  }

  /** Has a file hashed, which can take long, while other calls have their turns. */
  async #answer(path: string): Promise<void> {
    const { host, hashFile } = this.#deps;
    this.#endTurn?.();
    const hash = await hashFile(path).catch(failureOf);
    if (this.#isOver) return;
    await this.#takeTurn();
    if (this.#isOver) this.#endTurn?.();
    else host.send({ kind: 'hashed', taskId: this.#taskId, path, hash });
  }

  async #takeTurn(): Promise<void> {
    const { host, turns, limits, timer = systemTimer, signal } = this.#deps;
    const release = await turns.acquire(signal);
    const endWatch = watchLimits(host, limits, timer, (limit) => {
      this.#exceeded = limit;
      this.#ending = host.end();
    });
    this.#endTurn = () => {
      this.#endTurn = null;
      endWatch();
      release();
    };
  }

  /** Returns the error of a call whose thread has ended. */
  #causeOf(error: unknown): unknown {
    const name = basename(this.#path);
    const { signal } = this.#deps;
    if (signal.aborted) return stopErrorOf(signal);
    if (this.#endTurn === null) return new Interrupted();
    if (this.#exceeded === 'drive') return unreadable(name, 'too_slow');
    if (this.#exceeded === null && !isOutOfMemory(error)) return error ?? new Interrupted();
    return tooComplex(this.#path, 'takes too much time or memory to read', error);
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** Limits of a thread's work on one file. */
export interface ReadLimits {
  /** Time of the thread's own work, in milliseconds. A big project of an editor takes a few seconds. */
  readonly workMs: number;
  /** Time with all waits for drives, in milliseconds. */
  readonly wholeMs: number;
  /** Bytes of the thread's heap and buffers, garbage included. */
  readonly memoryBytes: number;
}

/** What took too much: the thread's own work, a drive, or the memory. */
type Exceeded = 'work' | 'drive' | 'memory';

/** A thread that is watched. */
interface WatchedThread {
  /** Milliseconds for which it has worked since its start. */
  readonly busyMs: number;
  readonly usedMemoryBytes: () => Promise<number>;
}

const checkEveryMs = 250;

/**
 * Watches a thread's work.
 * @param onExceeded called once.
 * @returns a function that ends the watch.
 */
export function watchLimits(
  thread: WatchedThread,
  { workMs, wholeMs, memoryBytes }: ReadLimits,
  timer: Pick<Clock, 'schedule'>,
  onExceeded: (limit: Exceeded) => void,
): () => void {
  const busyBefore = thread.busyMs;
  let leftMs = wholeMs;
  let usedBytes = 0;
  let isMeasuring = false;
  let cancel = (): void => undefined;
  const measure = async (): Promise<void> => {
    isMeasuring = true;
    usedBytes = await thread.usedMemoryBytes();
    isMeasuring = false;
  };
  const check = (): void => {
    leftMs -= checkEveryMs;
    // The thread answers only between two of its steps.
    if (!isMeasuring) void measure();
    if (usedBytes > memoryBytes) onExceeded('memory');
    else if (thread.busyMs - busyBefore > workMs) onExceeded('work');
    else if (leftMs <= 0) onExceeded('drive');
    else cancel = timer.schedule(checkEveryMs, check);
  };
  cancel = timer.schedule(checkEveryMs, check);
  return () => {
    cancel();
  };
}
