import { lookUpPublicOnly } from '../../api/private-addresses.ts';
import { isTrustedTarget, nextHop, parseLink } from '../../api/storage-policy.ts';
import { errorOfTransport } from '../../api/transport-errors.ts';
import { Connection } from '../http1/connection.ts';
import { requestHead } from '../http1/request-head.ts';
import { type ResponseBody, responseBodyOf } from '../http1/response-body.ts';
import type { ResponseHead } from '../http1/response-head.ts';
import { cutOff, incomplete } from './download-errors.ts';
import { PartWriter } from './part-writer.ts';
import { SyncBehind, type SyncSeats } from './sync-behind.ts';
import { Credit, failureOf, ProgressReporter, type Say } from './task-io.ts';
import type { FetchOrder, ReceiveOrder } from './thread-messages.ts';

const answerTimeoutMs = 60_000;

/** One GET: through redirects to an answer, and its body into a file when that is wanted. */
export class FetchTask {
  readonly #order: FetchOrder;
  readonly #say: Say;
  readonly #syncSeats: SyncSeats;
  readonly #stopper = new AbortController();
  readonly #receiving = Promise.withResolvers<ReceiveOrder>();
  readonly #credit: Credit;
  #movedTo = 0;
  #writer: PartWriter | null = null;
  #sync: SyncBehind | null = null;

  constructor(order: FetchOrder, say: Say, syncSeats: SyncSeats) {
    this.#order = order;
    this.#say = say;
    this.#syncSeats = syncSeats;
    this.#credit = new Credit(() => {
      say({ kind: 'wanting', taskId: order.taskId });
    });
    this.#receiving.promise.catch(() => undefined);
  }

  receive(order: ReceiveOrder): void {
    this.#receiving.resolve(order);
  }

  addCredit(bytes: number): void {
    this.#credit.add(bytes);
  }

  /** @param reason an `AppError`. */
  stop(reason: Error): void {
    this.#receiving.reject(reason);
    this.#stopper.abort(reason);
  }

  /** Resolves when everything is told. */
  async run(): Promise<void> {
    const { taskId } = this.#order;
    let failure = null;
    try {
      await this.#perform();
    } catch (error) {
      failure = failureOf(error);
    }
    this.#say({ kind: 'ended', taskId, failure, ...this.#reached(), status: null });
  }

  async #perform(): Promise<void> {
    let target = parseLink(this.#order.url);
    for (let hopCount = 0; ; hopCount += 1) {
      const { connection, head } = await this.#ask(target);
      try {
        const next = nextHop(head.status, head.headers['location'], target, hopCount);
        if (!next) {
          await this.#takeAnswer(connection, head);
          return;
        }
        target = next;
      } finally {
        connection.destroy();
      }
    }
  }

  async #ask(target: URL): Promise<{ connection: Connection; head: ResponseHead }> {
    const { signal } = this.#stopper;
    const lookup = isTrustedTarget(target, this.#order.trustedOrigin) ? null : lookUpPublicOnly;
    let connection: Connection | null = null;
    try {
      connection = await Connection.open({ target, lookup }, signal);
      const headers = { 'accept-encoding': 'identity', ...this.#order.headers };
      await connection.write(requestHead('GET', target, headers));
      return { connection, head: await connection.readHead(answerTimeoutMs) };
    } catch (error) {
      connection?.destroy();
      throw errorOfTransport(error, target.href, signal);
    }
  }

  async #takeAnswer(connection: Connection, head: ResponseHead): Promise<void> {
    const { status, headers } = head;
    const body = responseBodyOf(head);
    this.#say({ kind: 'answered', taskId: this.#order.taskId, status, headers });
    const order = await this.#receiving.promise;
    const sync = new SyncBehind(this.#syncSeats, order.descriptor, order.position);
    this.#sync = sync;
    this.#writer = new PartWriter(order.descriptor, order.position);
    this.#movedTo = order.position;
    const progress = new ProgressReporter(() => {
      this.#tellProgress();
    });
    try {
      const lost = await Promise.race([this.#readBody(connection, body, order, progress), sync.failed]);
      this.#writer.flush();
      this.#stopper.signal.throwIfAborted();
      if (lost !== null || (body.isFramed && !body.isWhole))
        throw cutOff(this.#movedTo, order.mostBytes, lost);
    } finally {
      progress.end();
      await sync.settle();
    }
  }

  /** Resolves at the end of the body or the connection, with what broke it; rejects for anything else. */
  async #readBody(
    connection: Connection,
    body: ResponseBody,
    order: ReceiveOrder,
    progress: ProgressReporter,
  ): Promise<unknown> {
    if (body.isWhole) return null;
    const ended = Promise.withResolvers<null>();
    const read = connection.read((bytes) => {
      try {
        return this.#takeBytes(bytes, { connection, body, order, onWhole: ended.resolve, progress });
      } catch (error) {
        ended.reject(error);
        return false;
      }
    });
    const lost = read.then(
      () => null,
      (error: unknown) => error ?? new Error('The connection broke.'),
    );
    return Promise.race([ended.promise, lost]);
  }

  #takeBytes(
    bytes: Uint8Array,
    into: {
      readonly connection: Connection;
      readonly body: ResponseBody;
      readonly order: ReceiveOrder;
      readonly onWhole: (nothing: null) => void;
      readonly progress: ProgressReporter;
    },
  ): boolean {
    const { mostBytes } = into.order;
    into.body.feed(bytes, (piece) => {
      if (mostBytes !== null && this.#movedTo + piece.length > mostBytes) {
        throw incomplete(this.#movedTo + piece.length, mostBytes);
      }
      this.#writer?.write(piece);
      this.#movedTo += piece.length;
    });
    this.#sync?.note(this.#writer?.writtenTo ?? 0);
    into.progress.note();
    if (into.body.isWhole) {
      into.onWhole(null);
      return false;
    }
    if (this.#credit.spend(bytes.length)) return true;
    this.#credit.onMore(() => {
      into.connection.resume();
    });
    return false;
  }

  #tellProgress(): void {
    this.#say({ kind: 'progress', taskId: this.#order.taskId, movedTo: this.#movedTo, ...this.#reached() });
  }

  #reached(): { readonly writtenTo: number; readonly syncedTo: number } {
    return { writtenTo: this.#writer?.writtenTo ?? 0, syncedTo: this.#sync?.syncedTo ?? 0 };
  }
}
