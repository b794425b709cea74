import { findThread } from '../../foundation/find-thread.ts';
import { Semaphore } from '../../foundation/semaphore.ts';
import { ThreadHost } from '../../foundation/thread-host.ts';
import { appIsClosing } from '../../foundation/wait.ts';
import type { Log } from '../../platform.ts';
import { type FailedRead, failedTo, notRead } from '../read/examine-return.ts';
import type { ReadCall } from './read-calls.ts';
import type { ReadCommand, ReadReport } from './read-messages.ts';
import type { ReturnReader } from './return-reader.ts';
import { Interrupted, type ReadLimits, ThreadCall, type ThreadCallDeps } from './thread-call.ts';

export interface ReadingThreadDeps extends Pick<ThreadCallDeps, 'hashFile' | 'timer'> {
  readonly log: Log;
  readonly limits?: ReadLimits;
}

const mebibyte = 1024 ** 2;
const defaultLimits: ReadLimits = { workMs: 60_000, wholeMs: 180_000, memoryBytes: 640 * mebibyte };
const idleMs = 30_000;
/** Far above the limit, because a single allocation beyond this ends the whole app. */
const memory = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 16 };

type Result<Name extends ReadCall> = Awaited<ReturnType<ReturnReader[Name]>>;

/**
 * Reads returns in a thread, which starts with the first call and ends when it is idle. A file that exceeds a limit ends
 * the thread; other files go on in a new one.
 */
export class ReadingThread implements ReturnReader {
  readonly #host: ThreadHost<ReadCommand, ReadReport>;
  readonly #stopper = new AbortController();
  readonly #calls: ThreadCallDeps;

  constructor({ log, hashFile, limits = defaultLimits, timer }: ReadingThreadDeps) {
    this.#host = new ThreadHost({
      log,
      idleMs,
      resourceLimits: memory,
      url: () => findThread('read-worker', import.meta.url),
    });
    // One call at a time, so that it is known which file exceeds a limit.
    const turns = new Semaphore(1);
    this.#calls = { host: this.#host, turns, hashFile, limits, timer, signal: this.#stopper.signal };
  }

  readonly examine: ReturnReader['examine'] = async (input) => {
    let read = notRead(input.file);
    const onRead = (now: FailedRead): void => {
      read = now;
    };
    try {
      return await this.#call('examine', input.file.path, input, onRead);
    } catch (error) {
      if (this.#stopper.signal.aborted) throw error;
      return failedTo(error, read);
    }
  };

  readonly findVersion: ReturnReader['findVersion'] = (input) =>
    this.#call('findVersion', input.file.path, input);

  readonly cutToKeep: ReturnReader['cutToKeep'] = (input) =>
    this.#call('cutToKeep', input.record.path, input);

  readonly previewUpdate: ReturnReader['previewUpdate'] = (input) =>
    this.#call('previewUpdate', input.record.path, input);

  async dispose(): Promise<void> {
    this.#stopper.abort(appIsClosing);
    await this.#host.dispose();
  }

  async #call<Name extends ReadCall>(
    name: Name,
    path: string,
    input: Parameters<ReturnReader[Name]>[0],
    onRead: (read: FailedRead) => void = () => undefined,
  ): Promise<Result<Name>> {
    for (;;) {
      try {
        // The thread answers each call with its own result.
        return (await new ThreadCall(this.#calls, path, onRead).run(name, input)) as Result<Name>;
      } catch (error) {
        if (!(error instanceof Interrupted)) throw error;
      }
    }
  }
}
