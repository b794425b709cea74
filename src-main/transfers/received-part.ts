import type { FileHandle } from 'node:fs/promises';
import { orLeft } from '../foundation/wait.ts';
import { Checkpointer } from './checkpointer.ts';
import type { DownloadRequest, TransferDeps } from './download-request.ts';
import type { Allowance } from './engine/credit-pump.ts';
import { cutOff, stalled } from './engine/download-errors.ts';
import type { FileHash } from './engine/file-hash.ts';
import { LostBytes } from './engine/lost-bytes.ts';
import type { TaskProgress, TransferTask } from './engine/transfer-task.ts';
import { replacePart, type PartFile } from './part-file.ts';
import { watchForStall } from './stall-watch.ts';

/** How long to wait for a stopped thread before abandoning an unresponsive drive. */
const graceMs = 10_000;

/** The file of a download and the known facts about it. */
export class ReceivedPart {
  readonly #deps: TransferDeps;
  readonly #request: DownloadRequest;
  readonly #checkpointer: Checkpointer;
  #handle: FileHandle;
  #hash: FileHash | null = null;
  #broken: { readonly error: unknown } | null = null;
  /** Tasks that may still write. */
  readonly #writing = new Set<Promise<unknown>>();
  /** All bytes that ever arrived, including those discarded. */
  #movedInAll = 0;
  #receivedBytes: number;
  #break: (error: unknown) => void = () => undefined;
  totalBytes: number | null;
  /** Validator of the received bytes; null when they cannot be continued. */
  validator: string | null;

  constructor(deps: TransferDeps, request: DownloadRequest, file: PartFile) {
    this.#deps = deps;
    this.#request = request;
    this.#handle = file.handle;
    this.#receivedBytes = file.keptBytes;
    const isContinued = file.keptBytes > 0 && request.resume !== null;
    this.totalBytes = isContinued ? request.resume.totalBytes : request.expectedBytes;
    this.validator = isContinued ? request.resume.validator : null;
    this.#checkpointer = new Checkpointer({
      clock: deps.clock,
      targetPath: request.targetPath,
      onCheckpoint: request.onCheckpoint,
      onFailure: (error) => {
        this.#break(error);
      },
    });
    this.#beginHash();
  }

  /** Number of bytes in the file. */
  get receivedBytes(): number {
    return this.#receivedBytes;
  }

  /** True if an earlier attempt received everything. */
  get isWhole(): boolean {
    return this.#receivedBytes > 0 && this.#receivedBytes === this.totalBytes;
  }

  /** Discards the received bytes. */
  async clear(): Promise<void> {
    if (this.#receivedBytes === 0) return;
    await this.#forget();
    await this.#handle.truncate(0);
    this.#beginHash();
  }

  /** Replaces the file itself after the disk has lost bytes of it. */
  async replace(): Promise<void> {
    await this.#forget();
    this.#handle = await replacePart(this.#request.targetPath, this.#handle);
    this.#beginHash();
  }

  /**
   * Appends the body of a response to the received bytes.
   * @param stopper ends the task when it stalls or the disk fails.
   * @throws the error that ended it early.
   */
  async receive(task: TransferTask, allowance: Allowance, stopper: AbortController): Promise<void> {
    this.#broken = null;
    this.#break = (error) => {
      this.#broken ??= { error };
      stopper.abort();
    };
    let before = this.#receivedBytes;
    task.onProgress((progress) => {
      this.#movedInAll += progress.movedTo - before;
      before = progress.movedTo;
      this.#note(progress);
    });
    const unwatch = watchForStall(
      this.#deps.clock,
      () => this.#movedInAll,
      () => task.takeHasWaited(),
      () => {
        stopper.abort(stalled());
      },
    );
    try {
      await this.#take(task, allowance);
    } finally {
      unwatch();
    }
  }

  /** Syncs everything to the disk. @throws LostBytes */
  async sync(): Promise<void> {
    await this.#checkpointer.settle();
    const broken = this.#broken;
    this.#broken = null;
    if (broken) throw broken.error;
    try {
      await this.#handle.sync();
    } catch (error) {
      throw new LostBytes(error);
    }
  }

  /** Hash of the whole file in lower-case hex; null when it was not requested. */
  async sha256(): Promise<string | null> {
    const { engine } = this.#deps;
    const { signal, targetPath } = this.#request;
    if (!this.#hash) return null;
    const behind = this.#hash;
    const stop = (): void => {
      behind.stop();
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await behind.finish(this.#receivedBytes);
    } catch {
      return await engine.hashFile(targetPath, signal);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Reports a last time which bytes are certainly on the disk, if possible, and closes the file. */
  async close(hasFailed: boolean): Promise<void> {
    this.#hash?.stop();
    if (this.#writing.size > 0) {
      Promise.all(this.#writing)
        .then(() => this.#handle.close())
        .catch((error: unknown) => {
          this.#deps.log.warn('The file of a stopped download could not be closed.', { error });
        });
      return;
    }
    try {
      if (hasFailed) await this.#checkpointer.finish(this.#handle, this.#state());
    } catch (error) {
      if (error instanceof LostBytes) this.#checkpointer.reset(this.totalBytes);
      this.#deps.log.info('A download stops without a checkpoint.', { error });
    } finally {
      await this.#handle.close();
    }
  }

  async #take(task: TransferTask, allowance: Allowance): Promise<void> {
    const position = this.#receivedBytes;
    const into = { descriptor: this.#handle.fd, position, maxBytes: this.totalBytes };
    const ended = task.receive(into, allowance);
    this.#writing.add(ended);
    void ended.then(() => this.#writing.delete(ended));
    // The byte to continue from is unknown while the thread may still write.
    const { clock } = this.#deps;
    const { failure, writtenTo, syncedTo } = await orLeft(ended, this.#request.signal, { clock, graceMs });
    this.#receivedBytes = Math.max(position, writtenTo);
    if (failure instanceof LostBytes) throw failure;
    if (this.#broken) throw this.#broken.error;
    if (failure !== null) throw failure as Error;
    if (this.totalBytes !== null && writtenTo < this.totalBytes) throw cutOff(writtenTo, this.totalBytes);
    this.totalBytes = writtenTo;
    this.#note({ movedTo: writtenTo, writtenTo, syncedTo });
  }

  #note({ movedTo, writtenTo, syncedTo }: TaskProgress): void {
    try {
      this.#receivedBytes = writtenTo;
      this.#hash?.advance(writtenTo);
      this.#checkpointer.note({ ...this.#state(), receivedBytes: syncedTo });
      this.#request.onProgress({ receivedBytes: movedTo, totalBytes: this.totalBytes });
    } catch (error) {
      this.#break(error);
    }
  }

  #state() {
    const { validator, totalBytes } = this;
    return { receivedBytes: this.#receivedBytes, validator, totalBytes };
  }

  /** The journal must stop counting on bytes before they are overwritten. */
  async #forget(): Promise<void> {
    await this.#checkpointer.settle();
    this.totalBytes = this.#request.expectedBytes;
    this.validator = null;
    this.#receivedBytes = 0;
    this.#checkpointer.reset(this.totalBytes);
  }

  #beginHash(): void {
    const { wantsHash, expectedSha256 = null, targetPath } = this.#request;
    this.#hash?.stop();
    if (!wantsHash && expectedSha256 === null) return;
    this.#hash = this.#deps.engine.hashBehind(targetPath);
    this.#hash.advance(this.#receivedBytes);
  }
}
