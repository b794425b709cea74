import { randomBytes, timingSafeEqual } from 'node:crypto';

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

function isSame(given: string | undefined, expected: string): boolean {
  const a = Buffer.from(given ?? '');
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * The one browser session of a running host. The start token opens it once. After that, the cookie authorizes requests
 * that cannot send headers (pictures, movies, events), and the header token everything that changes something. Browsers
 * send a cookie to every port of a host. So ours is bound to a path that nobody can guess, and the host serves
 * everything of the session below it: a program at another port does not receive the cookie. All of them are new at each
 * start, so a page of an earlier start has no session.
 */
export class Session {
  /** The page holds it and sends it as `x-dailies-session`. */
  readonly headerToken = newToken();
  /** Path above everything in the session: `/…/`. */
  readonly path = `/${newToken()}/`;
  readonly cookieName = `dailies_${randomBytes(4).toString('hex')}`;
  readonly #cookieToken = newToken();
  #startToken: string | null = newToken();

  /** Token in the address that first opens the page; null once used. */
  get startToken(): string | null {
    return this.#startToken;
  }

  /** Returns the `Set-Cookie` value if the start token is right and unused, else null. */
  open(startToken: string | null): string | null {
    if (this.#startToken === null || !isSame(startToken ?? undefined, this.#startToken)) return null;
    this.#startToken = null;
    return `${this.cookieName}=${this.#cookieToken}; HttpOnly; SameSite=Strict; Path=${this.path}`;
  }

  /** Returns the rest of a path below the session's path, beginning with `/`; null for any other path. */
  pathBelow(pathname: string): string | null {
    const { length } = this.path;
    return isSame(pathname.slice(0, length), this.path) ? pathname.slice(length - 1) : null;
  }

  /** Creates a start token to open the page again after the first was used. */
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
}
