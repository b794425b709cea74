import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '../../../src-shared/app-error.ts';
import { stopErrorOf } from '../../foundation/wait.ts';
import type { Clock } from '../../platform.ts';
import { signInPageHeaders } from './sign-in-page.ts';

const path = '/callback';
const signInTimeoutMs = 5 * 60 * 1000;
/** Time limit of one request. */
const answerMs = 2_000;
/** The second host is used if the first is not available. */
const loopbackHosts = ['127.0.0.1', '::1'];

/**
 * Listens on this computer for the one answer of a sign-in (RFC 8252 §7.3). Uses 127.0.0.1, or ::1 if that is not
 * available, and the exact path and host only. All other requests get 404 and never end the wait.
 */
export class LoopbackRedirect {
  readonly #server: Server;
  readonly #clock: Clock;
  readonly #authority: string;
  readonly #page: () => string;
  #accept: (answer: URLSearchParams) => boolean = () => false;
  #closed: Promise<void> | null = null;

  private constructor(server: Server, { clock, page }: { clock: Clock; page: () => string }) {
    const { address, port } = server.address() as AddressInfo;
    this.#authority = `${address.includes(':') ? `[${address}]` : address}:${String(port)}`;
    this.#server = server;
    this.#clock = clock;
    this.#page = page;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#answer(request, response);
    });
  }

  /**
   * Starts listening.
   * @param deps.preferredPort used if it is free; otherwise, and for 0, any port.
   * @param deps.page the page that the browser shows after the answer.
   * @throws AppError `sign_in_failed` if this computer lets nothing listen.
   */
  static async open(deps: {
    clock: Clock;
    preferredPort: number;
    page: () => string;
    hosts?: readonly string[];
  }): Promise<LoopbackRedirect> {
    let failure: unknown;
    for (const host of deps.hosts ?? loopbackHosts) {
      for (const port of new Set([deps.preferredPort, 0])) {
        try {
          return new LoopbackRedirect(await listen(host, port), deps);
        } catch (error) {
          failure = error;
        }
      }
    }
    throw new AppError('sign_in_failed', 'Nothing can listen on this computer.', {
      details: { reason: 'no_listener' },
      cause: failure,
    });
  }

  /** Redirect address, such as `http://127.0.0.1:49152/callback`. */
  get uri(): string {
    return `http://${this.#authority}${path}`;
  }

  /**
   * Waits for the first answer that `read` accepts, then closes.
   * @param read returns null for an unexpected answer; it is not called again after an accepted one.
   * @throws AppError `sign_in_expired` after five minutes, `cancelled`.
   */
  async wait<Value>(read: (answer: URLSearchParams) => Value | null, signal: AbortSignal): Promise<Value> {
    let stop = (): void => undefined;
    let cancelTimer = (): void => undefined;
    try {
      return await new Promise<Value>((resolve, reject) => {
        stop = () => {
          reject(stopErrorOf(signal));
        };
        signal.addEventListener('abort', stop, { once: true });
        if (signal.aborted) stop();
        cancelTimer = this.#clock.schedule(signInTimeoutMs, () => {
          reject(new AppError('sign_in_expired', 'The browser did not come back in time.'));
        });
        this.#accept = (answer) => {
          const value = read(answer);
          if (value === null) return false;
          this.#accept = () => false;
          resolve(value);
          return true;
        };
      });
    } finally {
      cancelTimer();
      signal.removeEventListener('abort', stop);
      void this.close();
    }
  }

  /** Stops listening at once; resolves when running requests have been answered. */
  close(): Promise<void> {
    this.#accept = () => false;
    this.#closed ??= new Promise((resolve) => {
      // Browsers open connections they never use, and other connections are slow.
      const cut = setTimeout(() => {
        this.#server.closeAllConnections();
      }, answerMs);
      this.#server.close(() => {
        clearTimeout(cut);
        resolve();
      });
      this.#server.closeIdleConnections();
    });
    return this.#closed;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    request.resume();
    const url = URL.parse(request.url ?? '', `http://${this.#authority}`);
    const isHere =
      request.method === 'GET' &&
      request.headers.host === this.#authority &&
      request.url?.startsWith('/') === true &&
      url?.host === this.#authority &&
      url.pathname === path;
    if (isHere && this.#accept(url.searchParams))
      response.writeHead(200, signInPageHeaders).end(this.#page());
    else response.writeHead(404, { ...signInPageHeaders, 'content-length': 0 }).end();
  }
}

function listen(host: string, port: number): Promise<Server> {
  const server = createServer({
    headersTimeout: answerMs,
    requestTimeout: answerMs,
    connectionsCheckingInterval: answerMs / 2,
    keepAliveTimeout: 1,
  });
  server.maxConnections = 256;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      resolve(server);
    });
  });
}
