import * as oauth from 'oauth4webapi';
import { AppError } from '../../../src-shared/app-error.ts';

/**
 * Returns the error for a sign-in that cannot continue and would fail again.
 * @param reason a few fixed words or an error code of the server; never a part of an answer.
 */
export function signInFailed(host: string, reason: string, cause?: unknown): AppError {
  return new AppError('sign_in_failed', `Signing in at ${host} failed: ${reason}`, {
    details: { host, reason },
    cause,
  });
}

/** Returns the error for a missing credential, or one that the service no longer accepts. */
export function signedOut(host: string): AppError {
  return new AppError('signed_out', `Nobody is signed in at ${host}.`, { details: { host } });
}

/** Returns the error code in an answer of the token or registration endpoint (RFC 6749 §5.2); null if it has none. */
export function oauthCodeOf(error: unknown): string | null {
  if (!(error instanceof oauth.ResponseBodyError)) return null;
  return printableCode(error.error);
}

/** Codes of RFC 6749 §4.1.2.1 and §5.2, RFC 7009, RFC 7591, RFC 8707 and OpenID Connect Core §3.1.2.6. */
const oauthCodes = new Set([
  'access_denied',
  'account_selection_required',
  'consent_required',
  'interaction_required',
  'invalid_client',
  'invalid_client_metadata',
  'invalid_grant',
  'invalid_redirect_uri',
  'invalid_request',
  'invalid_scope',
  'invalid_target',
  'login_required',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
  'unsupported_token_type',
]);

/** Returns an error code that may be shown and logged. Any other text may be a code or token that a server repeats. */
export function printableCode(code: string | null): string {
  return code !== null && oauthCodes.has(code) ? code : 'unknown_error';
}

/**
 * Wraps an invalid answer in an AppError that holds nothing of it. The library's errors carry whole answers, with codes
 * and tokens.
 */
export function withoutAnswer(error: unknown, host: string): AppError {
  if (error instanceof AppError) return error;
  return signInFailed(host, oauthCodeOf(error) ?? 'unreadable_answer');
}
