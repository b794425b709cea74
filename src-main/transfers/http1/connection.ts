import type { Socket } from 'node:net';
import { type ByteSink, connectionError, openSocket, type Route } from './open-socket.ts';
import { HeadReader, type ResponseHead } from './response-head.ts';

/**
 * One TCP or TLS connection, read into a buffer that is used again and again: Node's streams make an object of every
 * piece, which costs more than the transfer.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #inbox: Inbox;
  readonly #closed = Promise.withResolvers<undefined>();

  private constructor(socket: Socket, inbox: Inbox) {
    this.#socket = socket;
    this.#inbox = inbox;
    this.#closed.promise.catch(() => undefined);
    const end = (): void => {
      if (socket.errored) this.#closed.reject(socket.errored);
      else this.#closed.resolve(undefined);
    };
    socket.once('error', this.#closed.reject).once('close', end).once('end', end);
    if (socket.destroyed || socket.readableEnded) end();
  }

  /** @throws as `openSocket`. */
  static async open(route: Route, signal: AbortSignal): Promise<Connection> {
    const inbox = new Inbox();
    return new Connection(await openSocket(route, signal, (bytes) => inbox.take(bytes)), inbox);
  }

  /** True while bytes that came behind a head wait for `read`. */
  get holdsBytes(): boolean {
    return this.#inbox.isHolding;
  }

  /** Resolves when the bytes are with the system, so that their memory may be used again. */
  write(bytes: Uint8Array | string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.write(bytes, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  }

  /**
   * The head of the answer; the bytes behind it wait for `read`.
   * @param timeoutMs how long it may take from now.
   */
  async readHead(timeoutMs: number): Promise<ResponseHead> {
    const reader = new HeadReader();
    const found = Promise.withResolvers<ResponseHead>();
    this.#feed((bytes) => {
      try {
        const result = reader.feed(bytes);
        if (!result) return true;
        this.#inbox.hold(result.rest);
        found.resolve(result.head);
      } catch (error) {
        found.reject(error);
      }
      return false;
    });
    const timer = setTimeout(() => {
      found.reject(connectionError('ETIMEDOUT', 'The storage did not answer in time.'));
    }, timeoutMs);
    this.#closed.promise.then(() => {
      found.reject(connectionError('ECONNRESET', 'The connection ended before the answer.'));
    }, found.reject);
    try {
      return await found.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Passes what comes to the sink. Resolves when the other side has ended or `destroy` was called without a reason. */
  async read(sink: ByteSink): Promise<void> {
    this.#feed(sink);
    await this.#closed.promise;
  }

  /** Goes on after the sink wanted no more. */
  resume(): void {
    if (!this.#inbox.drain() || this.#socket.destroyed) return;
    this.#socket.resume();
  }

  /** Closes the connection at once. */
  destroy(): void {
    this.#socket.destroy();
  }

  #feed(sink: ByteSink): void {
    this.#inbox.sink = sink;
    this.resume();
  }
}

/** What was read and nobody has taken yet. */
class Inbox {
  /** Null: what comes is held. */
  sink: ByteSink | null = null;
  readonly #held: Buffer[] = [];

  get isHolding(): boolean {
    return this.#held.length > 0;
  }

  take(bytes: Uint8Array): boolean {
    if (this.sink) return this.sink(bytes);
    this.#held.push(Buffer.from(bytes));
    return false;
  }

  /** Keeps what the sink leaves, and what comes after it, for the next sink. */
  hold(rest: Buffer): void {
    this.sink = null;
    if (rest.length > 0) this.#held.push(rest);
  }

  /** True when everything that was held is with the sink and it wants more. */
  drain(): boolean {
    while (this.sink && this.#held.length > 0) {
      const bytes = this.#held.shift();
      if (bytes && !this.sink(bytes)) return false;
    }
    return this.sink !== null;
  }
}
