import { AppError } from '../../../src-shared/app-error.ts';

type KeychainCode = 'keychain_locked' | 'keychain_unavailable' | 'keychain_denied';

/**
 * What the systems say, in English. Read top down: a locked collection is named in messages that also speak of
 * something denied. Without its default collection the Secret Service has asked the user to make one, in vain.
 */
const sayings: readonly (readonly [code: KeychainCode, pattern: RegExp])[] = [
  ['keychain_locked', /\blocked\b|IsLocked|interaction is (?:not allowed|required)|no UI possible/i],
  [
    'keychain_denied',
    /dismissed|cancell?ed|denied|passphrase you entered is not correct|AuthorizationFailed|Object does not exist at path.*\/collection\//i,
  ],
];

/**
 * What a failed call to the keychain means: it is locked, the user refused, or there is none that works. Systems
 * give no codes, and a message in another language counts as none that works.
 */
export function keychainErrorOf(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const text = cause instanceof Error ? cause.message : String(cause);
  const code = sayings.find(([, pattern]) => pattern.test(text))?.[0] ?? 'keychain_unavailable';
  return new AppError(code, `The keychain answered: ${text}`, { cause });
}

/** The keychain did not answer in time: it waits for the user to unlock it. */
export function keychainStillWaits(): AppError {
  return new AppError('keychain_locked', 'The keychain waits for its user.', {
    details: { reason: 'no_answer' },
  });
}

/** Whether the keychain did not take or give something. */
export function isOfKeychain(error: unknown): boolean {
  return error instanceof AppError && error.code.startsWith('keychain_');
}
