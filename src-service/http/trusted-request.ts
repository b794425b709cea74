import type { IncomingMessage } from 'node:http';
import { ApiError } from '../api-error.ts';

function hostsOf(request: IncomingMessage): string[] {
  return request.rawHeaders.filter(
    (_, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === 'host',
  );
}

/**
 * Refuses what only a browser on a foreign page would send. A page can point a name of its own at this machine,
 * so exactly one Host header must name the loopback address; and no page's requests are served at all.
 * @throws ApiError 421 or 403.
 */
export function assertTrustedRequest(request: IncomingMessage): void {
  const port = request.socket.localPort ?? 0;
  const allowed = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
  const hosts = hostsOf(request);
  const isAddressed = hosts.length === 1 && allowed.includes(hosts[0]?.toLowerCase() ?? '');
  if (!isAddressed || !request.url?.startsWith('/')) {
    throw new ApiError(421, 'invalid_request', 'This service only answers under its own loopback address.');
  }
  if (request.headers.origin !== undefined) {
    throw new ApiError(403, 'not_authorized', 'This service does not answer web pages.');
  }
}
