import { errorOfTransport } from '../../api/http/transport-errors.ts';
import { nextHop, parseLink, routeTo } from '../../api/storage/storage-policy.ts';
import { get, type HttpResponse } from '../http1/get.ts';
import { cutOff, incomplete } from './download-errors.ts';
import { getByNode } from './get-by-node.ts';
import { PartWriter } from './part-writer.ts';
import { ProxyQuestion } from './proxy-question.ts';
import { SyncBehind, type SyncSlots } from './sync-behind.ts';
import { Credit, failureOf, ProgressReporter, type Say } from './task-io.ts';
import type { FetchOrder, ReceiveOrder, RoutedOrder } from './thread-messages.ts';

const answerTimeoutMs = 60_000;

/** One GET: follows redirects to a response and writes its body to a file on request. */
export class FetchTask {
  readonly #order: FetchOrder;
  readonly #say: Say;
  readonly #syncSlots: SyncSlots;
  readonly #stopper = new AbortController();
  readonly #receiving = Promise.withResolvers<ReceiveOrder>();
  readonly #credit: Credit;
  readonly #proxies: ProxyQuestion;
  #movedTo = 0;
  #writer: PartWriter | null = null;
  #sync: SyncBehind | null = null;

  constructor(order: FetchOrder, say: Say, syncSlots: SyncSlots) {
    this.#order = order;
    this.#say = say;
    this.#proxies = new ProxyQuestion(say, order.taskId);
    this.#syncSlots = syncSlots;
    this.#credit = new Credit(() => {
      say({ kind: 'wanting', taskId: order.taskId });
    });
    this.#receiving.promise.catch(() => undefined);
  }

  receive(order: ReceiveOrder): void {
    this.#receiving.resolve(order);
  }

  takeProxy(order: RoutedOrder): void {
    this.#proxies.answer(order);
  }

  addCredit(bytes: number): void {
    this.#credit.add(bytes);
  }

  /** @param reason an `AppError`. */
  stop(reason: Error): void {
    this.#receiving.reject(reason);
    this.#stopper.abort(reason);
  }

  /** Resolves when all reports are sent. */
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
      const response = await this.#get(target);
      try {
        const { status, headers } = response.head;
        const next = nextHop(status, headers['location'], target, hopCount);
        if (!next) {
          await this.#takeResponse(response);
          return;
        }
        target = next;
      } finally {
        response.destroy();
      }
    }
  }

  async #get(target: URL): Promise<HttpResponse> {
    const { signal } = this.#stopper;
    let proxy: URL | null = null;
    try {
      const headers = { 'accept-encoding': 'identity', ...this.#order.headers };
      const ask = this.#order.parser === 'node' ? getByNode : get;
      const route = await routeTo(target, this.#order.trustedOrigin, (asked) =>
        this.#proxies.find(asked, signal),
      );
      proxy = route.proxy;
      return await ask(route, headers, { signal, timeoutMs: answerTimeoutMs });
    } catch (error) {
      throw errorOfTransport(error, target.href, signal, proxy);
    }
  }

  async #takeResponse(response: HttpResponse): Promise<void> {
    const { taskId } = this.#order;
    this.#say({ kind: 'answered', taskId, ...response.head });
    const order = await this.#receiving.promise;
    const progress = new ProgressReporter(() => {
      this.#say({ kind: 'progress', taskId, movedTo: this.#movedTo, ...this.#reached() });
    });
    const sync = new SyncBehind(this.#syncSlots, order.descriptor, order.position, () => {
      progress.note();
    });
    this.#sync = sync;
    this.#writer = new PartWriter(order.descriptor, order.position);
    this.#movedTo = order.position;
    try {
      const body = response.read((piece) => this.#takePiece(piece, response, order.maxBytes, progress));
      const { isWhole, cause } = await Promise.race([body, sync.failed]);
      this.#writer.flush();
      this.#stopper.signal.throwIfAborted();
      if (!isWhole) throw cutOff(this.#movedTo, order.maxBytes, cause);
    } finally {
      progress.end();
      await sync.settle();
    }
  }

  #takePiece(
    piece: Uint8Array,
    response: HttpResponse,
    maxBytes: number | null,
    progress: ProgressReporter,
  ): boolean {
    if (maxBytes !== null && this.#movedTo + piece.length > maxBytes) {
      throw incomplete(this.#movedTo + piece.length, maxBytes);
    }
    this.#writer?.write(piece);
    this.#movedTo += piece.length;
    this.#sync?.note(this.#writer?.writtenTo ?? 0);
    progress.note();
    if (this.#credit.spend(piece.length)) return true;
    this.#credit.onMore(() => {
      response.resume();
    });
    return false;
  }

  #reached(): { readonly writtenTo: number; readonly syncedTo: number } {
    return { writtenTo: this.#writer?.writtenTo ?? 0, syncedTo: this.#sync?.syncedTo ?? 0 };
  }
}
