import { request as askPlainly } from 'node:http';
import { request as askSecurely } from 'node:https';
import { connect as connectPlain, type LookupFunction, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

/** Measured: larger buffers leave the processor's cache before they are written. */
const readBufferBytes = 512 * 1024;
const connectTimeoutMs = 15_000;

/** The destination of a connection. */
export interface Route {
  /** Scheme, host and port; the rest of the address is ignored. */
  readonly target: URL;
  /** Resolves the host's name and may refuse it; null for the system's lookup. */
  readonly lookup: LookupFunction | null;
  /** The proxy that opens a tunnel to an https target; null for none. */
  readonly proxy: URL | null;
}

/** Receives the bytes of the peer, valid until it returns. Returns false to pause. */
export type ByteSink = (bytes: Uint8Array) => boolean;

/** A failure of the connection with a system-like code. */
export function connectionError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/**
 * Opens a TCP or TLS connection and always verifies certificates. An abort destroys the socket, also later.
 * @param onBytes receives all bytes from the first one on, in one reused buffer; without it the socket is a stream.
 * @throws the system's error, an error of the lookup, `ETIMEDOUT` after 15 seconds, the errors of `openTunnel`, or the
 * signal's reason.
 */
export async function openSocket(route: Route, signal: AbortSignal, onBytes?: ByteSink): Promise<Socket> {
  signal.throwIfAborted();
  const tunnel = route.proxy && (await openTunnel(route.proxy, route.target, signal));
  const socket = tunnel ? connectThrough(tunnel, route.target, onBytes) : connect(route, onBytes);
  const opened = Promise.withResolvers<undefined>();
  socket.once(route.target.protocol === 'https:' ? 'secureConnect' : 'connect', opened.resolve);
  socket.on('error', opened.reject);
  socket.once('close', () => {
    opened.reject(connectionError('ECONNRESET', 'The connection was closed.'));
  });
  const stop = (): void => {
    socket.destroy(signal.reason instanceof Error ? signal.reason : undefined);
  };
  signal.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(() => {
    socket.destroy(connectionError('ETIMEDOUT', 'The connection was not made in time.'));
  }, connectTimeoutMs);
  try {
    await opened.promise;
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function connect({ target, lookup }: Route, onBytes: ByteSink | undefined): Socket {
  const isSecure = target.protocol === 'https:';
  const { host, servername } = namesOf(target);
  const options = {
    host,
    port: Number(target.port || (isSecure ? 443 : 80)),
    ...(lookup === null ? {} : { lookup }),
    ...(onBytes === undefined ? {} : { onread: readInto(onBytes) }),
  };
  return isSecure ? connectSecurely({ ...options, ...servername }) : connectPlain(options);
}

/** Node can read a connection inside another one only as a stream. */
function connectThrough(tunnel: Socket, target: URL, onBytes: ByteSink | undefined): Socket {
  const { host, servername } = namesOf(target);
  const socket = connectSecurely({ socket: tunnel, host, ...servername });
  if (onBytes) {
    socket.on('data', (bytes: Buffer) => {
      if (!onBytes(bytes)) socket.pause();
    });
  }
  return socket;
}

function namesOf({ hostname }: URL) {
  const host = hostname.replace(/^\[|\]$/g, '');
  return { host, servername: /[a-z]/i.test(host) ? { servername: host } : {} };
}

function readInto(onBytes: ByteSink) {
  return {
    buffer: Buffer.allocUnsafeSlow(readBufferBytes),
    callback: (size: number, buffer: Uint8Array) => onBytes(buffer.subarray(0, size)),
  };
}

const timeoutMs = 15_000;

/** Error for a proxy that opens no tunnel, with the same code as in Node's own proxy agent. */
function tunnelError(
  message: string,
  more: { readonly statusCode?: number; readonly cause?: unknown },
): Error {
  const { cause, ...facts } = more;
  return Object.assign(new Error(message, { cause }), { code: 'ERR_PROXY_TUNNEL', ...facts });
}

/**
 * Opens a tunnel to a target through a proxy (RFC 9110 §9.3.6). Sends the user name and password of the proxy's address
 * to the proxy, and nothing else.
 * @throws an error with the code `ERR_PROXY_TUNNEL` and, if the proxy answered, its `statusCode`; the signal's reason.
 */
function openTunnel(proxy: URL, target: URL, signal: AbortSignal): Promise<Socket> {
  const authority = `${target.hostname}:${target.port || '443'}`;
  const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  const basic = `Basic ${Buffer.from(credentials).toString('base64')}`;
  const ask = proxy.protocol === 'https:' ? askSecurely : askPlainly;
  const asked = ask({
    host: proxy.hostname.replace(/^\[|\]$/g, ''),
    port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
    method: 'CONNECT',
    path: authority,
    agent: false,
    timeout: timeoutMs,
    headers: { host: authority, ...(credentials === ':' ? {} : { 'proxy-authorization': basic }) },
  });
  const stop = (): void => {
    asked.destroy(signal.reason instanceof Error ? signal.reason : undefined);
  };
  signal.addEventListener('abort', stop, { once: true });
  const opened = new Promise<Socket>((resolve, reject) => {
    asked.once('connect', ({ statusCode = 0 }, socket: Socket, early: Buffer) => {
      if (statusCode >= 200 && statusCode < 300 && early.length === 0) {
        resolve(socket.setTimeout(0));
        return;
      }
      socket.destroy();
      reject(tunnelError(`The proxy answered ${String(statusCode)}.`, { statusCode }));
    });
    asked.once('timeout', () => asked.destroy(new Error('The proxy did not answer in time.')));
    asked.once('error', (cause) => {
      reject(signal.aborted ? cause : tunnelError('The proxy cannot be reached.', { cause }));
    });
    asked.end();
  });
  return opened.finally(() => {
    signal.removeEventListener('abort', stop);
  });
}
