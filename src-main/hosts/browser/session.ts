import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { proofText } from '../../../src-shared/ipc/rejoin.ts';

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

function isSame(given: string | undefined, expected: string): boolean {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * The one browser session of a running host. The start token opens it once; after that the cookie (pictures,
 * movies, events: what cannot send headers) and the header token (everything that changes something) carry it.
 * Browsers send a cookie to every port of a host. So ours is bound to a path that nobody can guess, below which
 * everything of the session is served: a program at another port is not sent it.
 *
 * All three are new at each start. A page of an earlier start gets them by proving that it has the kept key, which is
 * in the page and never sent: a program that took the port in between learns nothing that opens the app.
 */
export class Session {
  /** In the page, sent as `x-dailies-session`. */
  readonly headerToken = newToken();
  /** The path everything of the session lies below: `/…/`. */
  readonly path = `/${newToken()}/`;
  readonly cookieName = `dailies_${randomBytes(4).toString('hex')}`;
  readonly #cookieToken = newToken();
  readonly #readKey: () => string;
  #startToken: string | null = newToken();
  /** What a page of an earlier start signs. */
  readonly challenge = newToken();

  /** @param deps.readKey The key kept between starts of the same user data. */
  constructor(deps: { readKey: () => string }) {
    this.#readKey = deps.readKey;
  }

  /** In the page, never sent by it. */
  get key(): string {
    return this.#readKey();
  }

  /** For the address the browser is first opened with; null once used. */
  get startToken(): string | null {
    return this.#startToken;
  }

  /** The `Set-Cookie` value when the start token is right and was not used before. */
  open(startToken: string | null): string | null {
    if (this.#startToken === null || !isSame(startToken ?? undefined, this.#startToken)) return null;
    this.#startToken = null;
    return this.#setCookie;
  }

  /** What follows the session's path in a path, beginning with `/`; null for one that does not lie below it. */
  pathBelow(pathname: string): string | null {
    const { length } = this.path;
    return isSame(pathname.slice(0, length), this.path) ? pathname.slice(length - 1) : null;
  }

  /** The `Set-Cookie` value and the host's own proof when a page at this origin has the key. */
  rejoin(proof: string, origin: string): { readonly cookie: string; readonly proof: string } | null {
    if (!isSame(proof, this.#prove('page', origin))) return null;
    return { cookie: this.#setCookie, proof: this.#prove('host', origin) };
  }

  /** A new start token, for opening the page again after the first was used. */
  renewStartToken(): string {
    this.#startToken = newToken();
    return this.#startToken;
  }

  hasCookie(cookieHeader: string | undefined): boolean {
    const prefix = `${this.cookieName}=`;
    const cookie = (cookieHeader ?? '').split('; ').find((part) => part.startsWith(prefix));
    return isSame(cookie?.slice(prefix.length), this.#cookieToken);
  }

  hasHeader(headerValue: string | string[] | undefined): boolean {
    return typeof headerValue === 'string' && isSame(headerValue, this.headerToken);
  }

  get #setCookie(): string {
    return `${this.cookieName}=${this.#cookieToken}; HttpOnly; SameSite=Strict; Path=${this.path}`;
  }

  #prove(side: 'page' | 'host', origin: string): string {
    return createHmac('sha256', this.key)
      .update(proofText(side, origin, this.challenge))
      .digest('hex');
  }
}
