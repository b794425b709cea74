import { AppError } from '../../../src-shared/app-error.ts';

/** The part of keytar that is used. Each call holds a thread of the pool that file access needs too. */
export interface NativeKeychain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  /** False when there was nothing to delete, and on Linux also when the keychain is locked. */
  deletePassword(service: string, account: string): Promise<boolean>;
}

/**
 * The system's keychain. On Linux its library needs libsecret, and loading it fails where that is missing: so it is
 * loaded at the first use, never at the start of the app.
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
