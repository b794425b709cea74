import { readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { AppError } from '../../../src-shared/app-error.ts';
import { errorOfTransport } from '../../api/http/transport-errors.ts';
import { parseLink, routeTo } from '../../api/storage/storage-policy.ts';
import { Connection } from '../http1/connection.ts';
import { requestHead } from '../http1/request-head.ts';
import type { ResponseHead } from '../http1/response-head.ts';
import { ProxyQuestion } from './proxy-question.ts';
import { Credit, failureOf, ProgressReporter, type Say } from './task-io.ts';
import type { RoutedOrder, SendOrder } from './thread-messages.ts';

/** Counts from the last byte sent: a storage may examine a large file before it answers. */
const answerTimeoutMs = 120_000;
/** Longer than any upload takes: the owner watches for stalls. */
const whileSendingMs = 2 ** 31 - 1;
const smallestPieceBytes = 64 * 1024;
const largestPieceBytes = 1024 * 1024;
const quickMs = 50;
const slowMs = 500;

/**
 * One PUT of a file. Listens for the response from the first byte on, so that an early refusal saves sending the rest.
 */
export class SendTask {
  readonly #order: SendOrder;
  readonly #say: Say;
  readonly #stopper = new AbortController();
  readonly #credit: Credit;
  readonly #proxies: ProxyQuestion;
  #pieceBytes = smallestPieceBytes;
  #sentBytes = 0;

  constructor(order: SendOrder, say: Say) {
    this.#order = order;
    this.#say = say;
    this.#proxies = new ProxyQuestion(say, order.taskId);
    this.#credit = new Credit(() => {
      say({ kind: 'wanting', taskId: order.taskId });
    });
  }

  takeProxy(order: RoutedOrder): void {
    this.#proxies.answer(order);
  }

  addCredit(bytes: number): void {
    this.#credit.add(bytes);
  }

  /** @param reason an `AppError`. */
  stop(reason: Error): void {
    this.#stopper.abort(reason);
  }

  /** Resolves when all reports are sent. */
  async run(): Promise<void> {
    const { taskId } = this.#order;
    const progress = new ProgressReporter(() => {
      this.#say({ kind: 'progress', taskId, ...this.#reached() });
    });
    let failure = null;
    let status = null;
    try {
      status = await this.#perform(progress);
    } catch (error) {
      failure = failureOf(error);
    }
    progress.end();
    this.#say({ kind: 'ended', taskId, failure, ...this.#reached(), status });
  }

  #reached() {
    return { movedTo: this.#sentBytes, writtenTo: 0, syncedTo: 0 };
  }

  async #perform(progress: ProgressReporter): Promise<number> {
    const target = parseLink(this.#order.url);
    const { signal } = this.#stopper;
    let connection: Connection | null = null;
    let proxy: URL | null = null;
    try {
      const route = await routeTo(target, this.#order.trustedOrigin, (asked) =>
        this.#proxies.find(asked, signal),
      );
      proxy = route.proxy;
      connection = await Connection.open(route, signal);
      return await this.#exchange(connection, target, progress);
    } catch (error) {
      if (error instanceof FileFault) throw error.cause;
      throw errorOfTransport(error, target.href, signal, proxy);
    } finally {
      connection?.destroy();
    }
  }

  async #exchange(connection: Connection, target: URL, progress: ProgressReporter): Promise<number> {
    const answer = connection.readHead(whileSendingMs);
    const early = answer.then(
      ({ status }) => (status >= 300 ? status : null),
      () => null,
    );
    const sending = this.#send(connection, target, progress, answer);
    sending.catch(() => undefined);
    // A storage that refuses may close the connection early; its response matters more than the broken pipe.
    const refusal = await Promise.race([
      sending.then(
        () => null,
        (error: unknown) => (isOfFile(error) ? null : early),
      ),
      early,
    ]);
    if (refusal !== null) return refusal;
    await sending;
    return (await within(answer, answerTimeoutMs)).status;
  }

  async #send(
    connection: Connection,
    target: URL,
    progress: ProgressReporter,
    answer: Promise<ResponseHead>,
  ): Promise<void> {
    const { sizeBytes } = this.#order;
    let hasAnswer = false;
    const noteAnswer = (): void => {
      hasAnswer = true;
    };
    answer.then(({ status }) => status >= 300 && noteAnswer(), noteAnswer);
    await connection.write(requestHead('PUT', target, { 'content-length': String(sizeBytes) }));
    const buffer = Buffer.allocUnsafeSlow(largestPieceBytes);
    while (this.#sentBytes < sizeBytes && !hasAnswer) {
      const piece = this.#readPiece(buffer);
      if (!this.#credit.spend(piece.length)) await this.#moreCredit();
      // Read a waiting response first: a write that finds the connection closed would discard it.
      await setImmediate();
      if (hasAnswer) break;
      const startedMs = performance.now();
      await connection.write(piece);
      this.#adapt(performance.now() - startedMs);
      this.#sentBytes += piece.length;
      progress.note();
    }
  }

  #moreCredit(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#credit.onMore(resolve);
      this.#stopper.signal.addEventListener('abort', () => {
        reject(this.#stopper.signal.reason as Error);
      });
    });
  }

  #readPiece(buffer: Buffer): Buffer {
    const { descriptor, sizeBytes } = this.#order;
    const wanted = Math.min(this.#pieceBytes, sizeBytes - this.#sentBytes);
    const size = readAt(descriptor, buffer, wanted, this.#sentBytes);
    if (size > 0) return buffer.subarray(0, size);
    throw new AppError('file_unreadable', 'The file became shorter while it was sent.', {
      details: { reason: 'changed' },
    });
  }

  /** Sends large pieces on a fast link, and small ones on a slow link, where a long wait would look like a stall. */
  #adapt(tookMs: number): void {
    if (tookMs < quickMs) this.#pieceBytes = Math.min(largestPieceBytes, this.#pieceBytes * 2);
    else if (tookMs > slowMs) this.#pieceBytes = Math.max(smallestPieceBytes, this.#pieceBytes / 2);
  }
}

function readAt(descriptor: number, buffer: Buffer, wanted: number, position: number): number {
  try {
    return readSync(descriptor, buffer, 0, wanted, position);
  } catch (error) {
    throw new FileFault(error);
  }
}

/** The system's refusal to read the file, kept apart from errors of the connection. */
class FileFault extends Error {
  constructor(cause: unknown) {
    super('The file cannot be read.', { cause });
  }
}

/** True if the file itself is at fault, so that the response of the storage does not matter. */
function isOfFile(error: unknown): boolean {
  return error instanceof FileFault || (error instanceof AppError && error.code === 'file_unreadable');
}

function within<Value>(promise: Promise<Value>, timeoutMs: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(Object.assign(new Error('The storage did not answer in time.'), { code: 'ETIMEDOUT' }));
    }, timeoutMs);
    promise.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });
}
