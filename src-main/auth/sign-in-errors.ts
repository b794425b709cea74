import * as oauth from 'oauth4webapi';
import { AppError } from '../../src-shared/app-error.ts';

/**
 * Signing in cannot go on, and trying the same again would not help.
 * @param reason short, of fixed words or an error code of the server; never a part of an answer.
 */
export function signInFailed(host: string, reason: string, cause?: unknown): AppError {
  return new AppError('sign_in_failed', `Signing in at ${host} failed: ${reason}`, {
    details: { host, reason },
    cause,
  });
}

/** There is no credential, or the service takes it no more. */
export function signedOut(host: string): AppError {
  return new AppError('signed_out', `Nobody is signed in at ${host}.`, { details: { host } });
}

/** The error code an answer of the token or registration endpoint names (RFC 6749 §5.2); null when it has none. */
export function oauthCodeOf(error: unknown): string | null {
  if (!(error instanceof oauth.ResponseBodyError)) return null;
  return printableCode(error.error);
}

/** An error code as it may be shown and logged: anything but a word of letters is not one. */
export function printableCode(code: string | null): string {
  return code !== null && /^[a-z_]{1,40}$/i.test(code) ? code : 'unknown_error';
}

/**
 * An answer that is none, as an AppError that holds nothing of it: the library's errors carry whole answers, with
 * codes and tokens.
 */
export function withoutAnswer(error: unknown, host: string): AppError {
  if (error instanceof AppError) return error;
  return signInFailed(host, oauthCodeOf(error) ?? 'unreadable_answer');
}
