import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import type { StorageAnswer, StorageClient } from '../api/storage-client.ts';
import { wait } from '../concurrency/wait.ts';
import { folderErrorOf } from '../files/folder-errors.ts';
import { requireFreeSpace } from '../files/free-space.ts';
import type { Clock, Log } from '../platform.ts';
import { contentLengthOf, parseContentRange, validatorOf } from './byte-range.ts';
import { CoalescingWriter } from './coalescing-writer.ts';
import { cutOff, gaveUp, incomplete, isWorthAnotherTry, refusedBy, stalled } from './download-errors.ts';
import { watchForStall } from './stall-watch.ts';
import { TransferMeter, type TransferProgress } from './transfer-meter.ts';

export interface TransferDeps {
  readonly storage: StorageClient;
  readonly clock: Clock;
  readonly log: Log;
}

export interface DownloadRequest {
  readonly url: string;
  /** Signs the link anew. Asked when the storage says that it is no longer good, and again only after headway. */
  readonly renewUrl: (signal: AbortSignal) => Promise<string>;
  /** Must not exist; in a folder of ours on the destination's volume. */
  readonly targetPath: string;
  /** What the service announced; null when it did not. */
  readonly expectedBytes: number | null;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: TransferProgress) => void;
}

const maxFailures = 5;
const firstBackoffMs = 500;
const expiredStatuses = new Set([401, 403, 404, 410]);

/** One download with what it has so far. */
export class ResumableTransfer {
  readonly #deps: TransferDeps;
  readonly #request: DownloadRequest;
  readonly #handle: FileHandle;
  readonly #meter: TransferMeter;
  #url: string;
  #hasRenewed = false;
  #receivedBytes = 0;
  /** Everything that ever arrived, also what had to be thrown away. */
  #arrivedInAll = 0;
  #totalBytes: number | null;
  #validator: string | null = null;

  constructor(deps: TransferDeps, request: DownloadRequest, handle: FileHandle) {
    this.#deps = deps;
    this.#request = request;
    this.#handle = handle;
    this.#url = request.url;
    this.#totalBytes = request.expectedBytes;
    this.#meter = new TransferMeter({ clock: deps.clock });
  }

  async run(): Promise<number> {
    const { clock, log } = this.#deps;
    const { signal, targetPath, expectedBytes } = this.#request;
    if (expectedBytes !== null) await requireFreeSpace(dirname(targetPath), expectedBytes);
    for (let failures = 0, furthestBytes = 0; ;) {
      try {
        if (await this.#attempt()) return this.#receivedBytes;
      } catch (error) {
        if (signal.aborted || !isWorthAnotherTry(error)) throw error;
        failures = this.#receivedBytes > furthestBytes ? 1 : failures + 1;
        furthestBytes = Math.max(furthestBytes, this.#receivedBytes);
        if (failures >= maxFailures) throw gaveUp(error, this.#receivedBytes, this.#totalBytes);
        log.info('A download continues after a failure.', {
          failures,
          receivedBytes: this.#receivedBytes,
          error,
        });
        await wait(clock, firstBackoffMs * 2 ** failures * (0.5 + Math.random() / 2), signal);
      }
    }
  }

  /** True when the file is whole; false when another request is due at once. */
  async #attempt(): Promise<boolean> {
    const { storage, clock } = this.#deps;
    const stopper = new AbortController();
    const signal = AbortSignal.any([this.#request.signal, stopper.signal]);
    const unwatch = watchForStall(
      clock,
      () => this.#arrivedInAll,
      () => {
        stopper.abort(stalled());
      },
    );
    try {
      const answer = await storage.open(this.#url, this.#rangeHeaders(), signal);
      try {
        return (await this.#accept(answer)) && (await this.#receive(answer));
      } finally {
        answer.body.destroy();
      }
    } catch (error) {
      if (stopper.signal.aborted && !this.#request.signal.aborted) throw stopper.signal.reason;
      throw error;
    } finally {
      unwatch();
    }
  }

  #rangeHeaders(): Record<string, string> {
    if (this.#receivedBytes === 0 || this.#validator === null) {
      this.#receivedBytes = 0;
      return {};
    }
    return { range: `bytes=${String(this.#receivedBytes)}-`, 'if-range': this.#validator };
  }

  /** True when the body of the answer is what is missing. */
  async #accept(answer: StorageAnswer): Promise<boolean> {
    const { status, headers } = answer;
    if (expiredStatuses.has(status) && !this.#hasRenewed) {
      this.#url = await this.#request.renewUrl(this.#request.signal);
      this.#hasRenewed = true;
      return false;
    }
    if (status === 206) return this.#acceptPart(headers['content-range']);
    if (status === 416) return this.#restart();
    if (status !== 200 || !isIdentity(headers['content-encoding'])) throw refusedBy(status);
    this.#receivedBytes = 0;
    this.#validator = validatorOf(headers);
    await this.#expect(contentLengthOf(headers));
    return true;
  }

  #acceptPart(header: string | undefined): boolean {
    const range = parseContentRange(header);
    const isRest = range?.start === this.#receivedBytes && range.totalBytes === this.#totalBytes;
    return isRest || this.#restart();
  }

  /** The part that is here cannot be continued. */
  #restart(): false {
    if (this.#receivedBytes === 0) throw refusedBy(416);
    this.#receivedBytes = 0;
    this.#validator = null;
    return false;
  }

  async #expect(contentLength: number | null): Promise<void> {
    const { expectedBytes, targetPath } = this.#request;
    if (contentLength === null) return;
    if (expectedBytes !== null && contentLength !== expectedBytes) {
      throw incomplete(contentLength, expectedBytes);
    }
    if (this.#totalBytes === null) await requireFreeSpace(dirname(targetPath), contentLength);
    this.#totalBytes = contentLength;
  }

  async #receive(answer: StorageAnswer): Promise<boolean> {
    const writer = new CoalescingWriter(this.#handle, this.#receivedBytes);
    let arrivedBytes = this.#receivedBytes;
    try {
      for await (const piece of answer.body as AsyncIterable<Buffer>) {
        await writer.write(piece);
        arrivedBytes += piece.length;
        this.#arrivedInAll += piece.length;
        if (this.#totalBytes !== null && arrivedBytes > this.#totalBytes) {
          throw incomplete(arrivedBytes, this.#totalBytes);
        }
        this.#note(arrivedBytes);
      }
    } catch (error) {
      if (this.#request.signal.aborted || error instanceof AppError || systemErrorOf(error)) throw error;
      await writer.flush();
      throw cutOff(arrivedBytes, this.#totalBytes, error);
    }
    await writer.flush();
    await this.#handle.truncate(arrivedBytes);
    if (this.#totalBytes !== null && arrivedBytes < this.#totalBytes) {
      throw cutOff(arrivedBytes, this.#totalBytes);
    }
    return true;
  }

  #note(arrivedBytes: number): void {
    this.#receivedBytes = arrivedBytes;
    this.#hasRenewed = false;
    this.#meter.note(arrivedBytes);
    this.#request.onProgress?.({
      receivedBytes: arrivedBytes,
      totalBytes: this.#totalBytes,
      bytesPerSecond: this.#meter.bytesPerSecond,
    });
  }
}

/** True for a failure of the disk, which another request does not mend. */
function systemErrorOf(error: unknown): boolean {
  return folderErrorOf(error, '') instanceof AppError;
}

/** Anything else would store other bytes than were asked for. */
function isIdentity(contentEncoding: string | undefined): boolean {
  return contentEncoding === undefined || contentEncoding === 'identity';
}
