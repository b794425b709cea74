import type { IncomingMessage } from 'node:http';
import { ApiError } from '../api-error.ts';

function hostsOf(request: IncomingMessage): string[] {
  return request.rawHeaders.filter(
    (_, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === 'host',
  );
}

/** Whether a browser says that a page of this very address sent it; other ports are other programs. */
function isFromOwnPage(request: IncomingMessage, host: string): boolean {
  return request.headers.origin?.toLowerCase() === `http://${host}`;
}

/**
 * Refuses what only a browser on a foreign page would send. A page can point a name of its own at this machine,
 * so exactly one Host header must name the loopback address; and requests of pages are not served at all, but for
 * the forms of this service's own ones.
 * @param isOwnForm the request must come from a page of this service.
 * @throws ApiError 421 or 403.
 */
export function assertTrustedRequest(request: IncomingMessage, isOwnForm: boolean): void {
  const port = request.socket.localPort ?? 0;
  const allowed = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
  const hosts = hostsOf(request);
  const host = hosts[0]?.toLowerCase() ?? '';
  const isAddressed = hosts.length === 1 && allowed.includes(host);
  if (!isAddressed || !request.url?.startsWith('/')) {
    throw new ApiError(421, 'invalid_request', 'This service only answers under its own loopback address.');
  }
  if (isOwnForm ? !isFromOwnPage(request, host) : request.headers.origin !== undefined) {
    throw new ApiError(403, 'not_authorized', 'This service does not answer web pages.');
  }
}
