import { randomBytes, timingSafeEqual } from 'node:crypto';

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
 * Cookies are shared between the ports of a host, so the cookie alone must never be enough to act.
 */
export class Session {
  /** In the page, sent as `x-dailies-session`. */
  readonly headerToken = newToken();
  readonly cookieName = `dailies_${randomBytes(4).toString('hex')}`;
  readonly #cookieToken = newToken();
  #startToken: string | null = newToken();

  /** For the address the browser is first opened with; null once used. */
  get startToken(): string | null {
    return this.#startToken;
  }

  /** The `Set-Cookie` value when the start token is right and was not used before. */
  open(startToken: string | null): string | null {
    if (this.#startToken === null || !isSame(startToken ?? undefined, this.#startToken)) return null;
    this.#startToken = null;
    return `${this.cookieName}=${this.#cookieToken}; HttpOnly; SameSite=Strict; Path=/`;
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
}
