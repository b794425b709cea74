import type { Socket } from 'node:net';
import { type ByteSink, connectionError, openSocket, type Route } from './open-socket.ts';
import { HeadReader, type ResponseHead } from './response-head.ts';

/**
 * One TCP or TLS connection that reads into one reused buffer. Node's streams create an object for every piece, which
 * costs more than the transfer.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #inbox: Inbox;
  readonly #closed = Promise.withResolvers<undefined>();
  /** Settles `#closed`; null until the socket has ended. */
  #close: (() => void) | null = null;

  private constructor(socket: Socket, inbox: Inbox, signal: AbortSignal) {
    this.#socket = socket;
    this.#inbox = inbox;
    this.#closed.promise.catch(() => undefined);
    const end = (): void => {
      this.#end(socket.errored);
    };
    const fail = (error: Error): void => {
      this.#end(error);
    };
    socket.once('error', fail).once('close', end).once('end', end);
    signal.addEventListener('abort', () => this.#closed.reject(signal.reason), { once: true });
    if (socket.destroyed || socket.readableEnded) end();
  }

  /** @throws the errors of `openSocket`. */
  static async open(route: Route, signal: AbortSignal): Promise<Connection> {
    const inbox = new Inbox();
    return new Connection(await openSocket(route, signal, (bytes) => inbox.take(bytes)), inbox, signal);
  }

  /** True while bytes that followed a head wait for `read`. */
  get holdsBytes(): boolean {
    return this.#inbox.isHolding;
  }

  /** Resolves when the system has taken the bytes, so that their memory may be reused. */
  write(bytes: Uint8Array | string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.write(bytes, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  }

  /** Reads the head of the response; the bytes after it wait for `read`. @param timeoutMs maximum time from now. */
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

  /**
   * Passes incoming bytes to the sink. Resolves when the sink has all bytes and the peer has ended, or when `destroy`
   * was called.
   */
  async read(sink: ByteSink): Promise<void> {
    this.#feed(sink);
    await this.#closed.promise;
  }

  /** Continues after the sink paused. */
  resume(): void {
    const wantsMore = this.#inbox.drain();
    if (!this.#inbox.isHolding) this.#close?.();
    if (wantsMore && !this.#socket.destroyed) this.#socket.resume();
  }

  /** Closes the connection at once. */
  destroy(): void {
    this.#socket.destroy();
    this.#closed.resolve(undefined);
  }

  /** TLS passes on several pieces at once, and the end with them: the end counts after the pieces that are held. */
  #end(error: Error | null): void {
    this.#close ??= () => {
      if (error) this.#closed.reject(error);
      else this.#closed.resolve(undefined);
    };
    if (!this.#inbox.isHolding) this.#close();
  }

  #feed(sink: ByteSink): void {
    this.#inbox.sink = sink;
    this.resume();
  }
}

/** Bytes that were read but not yet taken. */
class Inbox {
  /** Null to hold incoming bytes. */
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

  /** Keeps the bytes the sink left, and those that follow, for the next sink. */
  hold(rest: Buffer): void {
    this.sink = null;
    if (rest.length > 0) this.#held.unshift(rest);
  }

  /** True when the sink has taken all held bytes and accepts more. */
  drain(): boolean {
    while (this.sink && this.#held.length > 0) {
      const bytes = this.#held.shift();
      if (bytes && !this.sink(bytes)) return false;
    }
    return this.sink !== null;
  }
}
