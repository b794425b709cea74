import type { IncomingMessage } from 'node:http';
import type { Session } from './session.ts';

/** Why a request is turned away before it is routed. */
export interface Refusal {
  readonly status: 403 | 421;
  readonly reason: string;
}

const notFromPage: Refusal = { status: 403, reason: 'The request did not come from the page.' };
const notOpened: Refusal = {
  status: 403,
  reason: 'Open the page with the address printed when Dailies started.',
};

/**
 * Refuses requests that did not come from our own page: another Host (a name rebound to this address), a foreign or
 * missing Origin on anything that acts, a missing session.
 */
export class Gate {
  readonly #session: Session;
  readonly #authority: string;

  constructor(deps: { session: Session; port: number }) {
    this.#session = deps.session;
    this.#authority = `127.0.0.1:${String(deps.port)}`;
  }

  /** Checks every request: it must name one Host, ours, and a path on it. */
  checkHost(request: IncomingMessage): Refusal | null {
    const hosts = request.headersDistinct['host'] ?? [];
    const target = request.url ?? '';
    const isOriginForm = target.startsWith('/') && !target.startsWith('//');
    const isPath = isOriginForm && URL.canParse(target, `http://${this.#authority}`);
    if (isPath && hosts.length === 1 && hosts[0] === this.#authority) return null;
    return { status: 421, reason: 'This address is not served here.' };
  }

  /** Checks reads that an HTML tag can make: the page, pictures, movies, events. */
  checkReader(request: IncomingMessage): Refusal | null {
    const site = request.headers['sec-fetch-site'];
    const isForeign = site !== undefined && site !== 'same-origin' && site !== 'none';
    return isForeign || !this.#session.hasCookie(request.headers.cookie) ? notOpened : null;
  }

  /** Checks everything that acts: calls of the bridge and uploads. */
  checkActor(request: IncomingMessage): Refusal | null {
    if (!this.#session.hasHeader(request.headers['x-dailies-session'])) return notFromPage;
    if (request.headers.origin !== `http://${this.#authority}`) return notFromPage;
    return this.checkReader(request);
  }
}
