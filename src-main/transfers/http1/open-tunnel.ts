import { request as askPlainly } from 'node:http';
import { request as askSecurely } from 'node:https';
import type { Socket } from 'node:net';

const timeoutMs = 15_000;

/** A proxy that makes no tunnel. The code is the one of Node's own proxy agent. */
function tunnelError(
  message: string,
  more: { readonly statusCode?: number; readonly cause?: unknown },
): Error {
  const { cause, ...facts } = more;
  return Object.assign(new Error(message, { cause }), { code: 'ERR_PROXY_TUNNEL', ...facts });
}

/**
 * Asks a proxy for a connection to a target (RFC 9110 §9.3.6). The user name and password of its address go to the
 * proxy, and nothing else does.
 * @throws an error with the code `ERR_PROXY_TUNNEL` and, where the proxy answered, its `statusCode`; the signal's reason.
 */
export function openTunnel(proxy: URL, target: URL, signal: AbortSignal): Promise<Socket> {
  const authority = `${target.hostname}:${target.port || '443'}`;
  const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  const basic = `Basic ${Buffer.from(credentials).toString('base64')}`;
  const ask = proxy.protocol === 'https:' ? askSecurely : askPlainly;
  const asked = ask({
    host: proxy.hostname.replace(/^\[|\]$/g, ''),
    port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
    ...{ method: 'CONNECT', path: authority, agent: false, timeout: timeoutMs },
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
