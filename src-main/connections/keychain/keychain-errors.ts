import { AppError } from '../../../src-shared/app-error.ts';

type KeychainCode = 'keychain_locked' | 'keychain_unavailable' | 'keychain_denied';

/**
 * English messages of the systems. The order matters: messages about a locked collection also mention a denial. Without
 * a default collection, the Secret Service has asked the user to make one, in vain.
 */
const sayings: readonly (readonly [code: KeychainCode, pattern: RegExp])[] = [
  ['keychain_locked', /\blocked\b|IsLocked|interaction is (?:not allowed|required)|no UI possible/i],
  [
    'keychain_denied',
    /dismissed|cancell?ed|denied|passphrase you entered is not correct|AuthorizationFailed|Object does not exist at path.*\/collection\//i,
  ],
];

/**
 * Returns the AppError for a failed call to the keychain: locked, refused by the user, or no working keychain. Systems
 * give no codes, and a message in another language counts as no working keychain.
 */
export function keychainErrorOf(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const text = cause instanceof Error ? cause.message : String(cause);
  const code = sayings.find(([, pattern]) => pattern.test(text))?.[0] ?? 'keychain_unavailable';
  return new AppError(code, `The keychain answered: ${text}`, { cause });
}

/** Returns the error for a keychain that did not answer in time: it waits for the user to unlock it. */
export function keychainStillWaits(): AppError {
  return new AppError('keychain_locked', 'The keychain waits for its user.', {
    details: { reason: 'no_answer' },
  });
}
