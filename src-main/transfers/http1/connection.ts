import { connect as connectPlain, type LookupFunction, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { type ResponseHead, HeadReader } from './response-head.ts';

/** Measured: larger buffers fall out of the processor's cache before they are written. */
const readBufferBytes = 512 * 1024;
const connectTimeoutMs = 15_000;

/** What a connection leads to. */
export interface Route {
  /** Scheme, host and port; the rest of the address is not looked at. */
  readonly target: URL;
  /** Resolves the host's name and may refuse it; null: as the system does. */
  readonly lookup: LookupFunction | null;
}

/** Takes the bytes of the other side; false when it wants no more for now. They are valid until it returns. */
export type ByteSink = (bytes: Uint8Array) => boolean;

/** A failure of the connection with a system-like code. */
function connectionError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/**
 * One TCP or TLS connection, read into a buffer that is used again and again: Node's streams make an object of every
 * piece, which costs more than the transfer. Certificates are always verified.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #opened = Promise.withResolvers<undefined>();
  readonly #closed = Promise.withResolvers<undefined>();
  #sink: ByteSink | null = null;
  #held: Buffer[] = [];

  private constructor({ target, lookup }: Route) {
    const isSecure = target.protocol === 'https:';
    const host = target.hostname.replace(/^\[|\]$/g, '');
    const options = {
      host,
      port: Number(target.port || (isSecure ? 443 : 80)),
      ...(lookup === null ? {} : { lookup }),
      onread: {
        buffer: Buffer.allocUnsafeSlow(readBufferBytes),
        callback: (size: number, buffer: Uint8Array) => this.#take(buffer.subarray(0, size)),
      },
    };
    this.#closed.promise.catch(() => undefined);
    this.#socket = isSecure
      ? connectSecurely({ ...options, ...(/[a-z]/i.test(host) ? { servername: host } : {}) })
      : connectPlain(options);
    this.#socket.once(isSecure ? 'secureConnect' : 'connect', this.#opened.resolve);
    this.#socket.once('error', (error) => {
      this.#opened.reject(error);
      this.#closed.reject(error);
    });
    this.#socket.once('close', () => {
      this.#opened.reject(connectionError('ECONNRESET', 'The connection was closed.'));
      this.#closed.resolve(undefined);
    });
    this.#socket.once('end', () => {
      this.#closed.resolve(undefined);
    });
  }

  /** @throws the system's error, what the lookup refuses, `ETIMEDOUT` after 15 seconds, or the signal's reason. */
  static async open(route: Route, signal: AbortSignal): Promise<Connection> {
    signal.throwIfAborted();
    const connection = new Connection(route);
    const stop = (): void => {
      connection.destroy(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
    const timer = setTimeout(() => {
      connection.destroy(connectionError('ETIMEDOUT', 'The connection was not made in time.'));
    }, connectTimeoutMs);
    try {
      await connection.#opened.promise;
      return connection;
    } catch (error) {
      connection.destroy(error);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** True while bytes that came behind a head wait for `read`. */
  get holdsBytes(): boolean {
    return this.#held.length > 0;
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
        this.#sink = null;
        if (result.rest.length > 0) this.#held.push(result.rest);
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
    if (!this.#drainHeld() || this.#socket.destroyed) return;
    this.#socket.resume();
  }

  /** @param reason what whoever waits for the connection is told. */
  destroy(reason?: unknown): void {
    this.#socket.destroy(reason instanceof Error ? reason : undefined);
  }

  #feed(sink: ByteSink): void {
    this.#sink = sink;
    this.resume();
  }

  /** True when everything that was held back is with the sink and it wants more. */
  #drainHeld(): boolean {
    while (this.#sink && this.#held.length > 0) {
      const bytes = this.#held.shift();
      if (bytes && !this.#sink(bytes)) return false;
    }
    return this.#sink !== null;
  }

  #take(bytes: Uint8Array): boolean {
    if (this.#sink) return this.#sink(bytes);
    this.#held.push(Buffer.from(bytes));
    return false;
  }
}
