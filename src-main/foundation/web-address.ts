import { AppError } from '../../src-shared/app-error.ts';

const maxLength = 8_000;
const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** True for an address of this computer. */
export function isLoopback(url: URL): boolean {
  return loopbackHosts.has(url.hostname);
}

/** True if nobody can read the traffic on the way: https, or http that does not leave this computer. */
export function isEncryptedOrHere(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}

/** True for an address that the app may call: as above, and without a user name or password. */
export function isUsableAddress(url: URL): boolean {
  return isEncryptedOrHere(url) && url.username + url.password === '';
}

/**
 * Returns the text of an address that the system's browser may open: https, or http on this computer, without a user
 * name and not endlessly long.
 * @throws AppError `invalid_input`.
 */
export function requireWebAddress(url: URL): string {
  if (!isUsableAddress(url) || url.href.length > maxLength) {
    throw new AppError('invalid_input', 'Such an address is not opened.', { details: { host: url.host } });
  }
  return url.href;
}

/** Returns the error for a system that has no browser or could not start it. */
export function browserNotOpened(url: URL, cause?: unknown): AppError {
  return new AppError('browser_not_opened', 'The system did not open the browser.', {
    details: { host: url.host },
    cause,
  });
}
