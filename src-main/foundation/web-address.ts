import { AppError } from '../../src-shared/app-error.ts';

const maxLength = 8_000;
const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** True for an address of this computer. */
export function isLoopback(url: URL): boolean {
  return loopbackHosts.has(url.hostname);
}

/** True where what is sent cannot be read on the way: https, or http that does not leave this computer. */
export function isEncryptedOrHere(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}

/** True for an address that may be asked: as above, and without a user name or password. */
export function isUsableAddress(url: URL): boolean {
  return isEncryptedOrHere(url) && url.username + url.password === '';
}

/**
 * The text of an address that may be handed to the system's browser: https, or http on this computer; without a
 * user name, not endlessly long.
 * @throws AppError `invalid_input`.
 */
export function requireWebAddress(url: URL): string {
  if (!isUsableAddress(url) || url.href.length > maxLength) {
    throw new AppError('invalid_input', 'Such an address is not opened.', { details: { host: url.host } });
  }
  return url.href;
}

/** The system has no browser, or it could not be started. */
export function browserNotOpened(url: URL, cause?: unknown): AppError {
  return new AppError('browser_not_opened', 'The system did not open the browser.', {
    details: { host: url.host },
    cause,
  });
}
