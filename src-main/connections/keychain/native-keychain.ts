import { AppError } from '../../../src-shared/app-error.ts';

/** The part of keytar that the app uses. Each call holds a thread of the pool that file access needs too. */
export interface NativeKeychain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  /** False when there was nothing to delete, and on Linux also when the keychain is locked. */
  deletePassword(service: string, account: string): Promise<boolean>;
}

/**
 * Loads the system's keychain at its first use, never at the start of the app. On Linux, loading fails where libsecret
 * is missing.
 * @throws AppError `keychain_unavailable`.
 */
export async function loadNativeKeychain(): Promise<NativeKeychain> {
  try {
    return (await import('keytar')).default;
  } catch (cause) {
    throw new AppError('keychain_unavailable', "The library of the system's keychain cannot be loaded.", {
      cause,
    });
  }
}
