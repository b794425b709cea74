import type * as oauth from 'oauth4webapi';
import { AppError } from '../../../src-shared/app-error.ts';

/** Tokens as an answer brought them. */
export interface IssuedTokens {
  readonly accessToken: string;
  /** Null when the answer had none: then the one before stays good. */
  readonly refreshToken: string | null;
  /** On the monotonic clock, so that a wrong date on either side means nothing. */
  readonly expiresAtMs: number;
}

/** Where an answer tells no lifetime (contract supplement §4.11). */
const usualLifetimeSeconds = 3_600;
/** However short a lifetime an answer tells, tokens are not asked for more often than their user can use them. */
const minLifetimeSeconds = 60;
const maxLifetimeSeconds = 30 * 86_400;

/**
 * @param receivedMs when the answer came, by the monotonic clock.
 * @throws AppError `sign_in_failed` for a token that is no bearer, or cannot stand in a header.
 */
export function tokensOf(answer: oauth.TokenEndpointResponse, receivedMs: number): IssuedTokens {
  const { access_token: accessToken, refresh_token: refreshToken, token_type: type, expires_in } = answer;
  if (type !== 'bearer' || !/^[\x21-\x7e]{1,8192}$/.test(accessToken)) {
    throw new AppError('sign_in_failed', 'The token is not one to be sent as a bearer.', {
      details: { reason: 'no_bearer' },
    });
  }
  const statedSeconds = expires_in ?? usualLifetimeSeconds;
  const seconds = Math.min(Math.max(statedSeconds, minLifetimeSeconds), maxLifetimeSeconds);
  return { accessToken, refreshToken: refreshToken ?? null, expiresAtMs: receivedMs + seconds * 1000 };
}

/**
 * A token answer without its ID token, which is neither asked for nor used: checking it would fail the sign-in of
 * everyone whose computer has a wrong date.
 */
export async function withoutIdToken(response: Response): Promise<Response> {
  if (response.status !== 200) return response;
  const text = await response.text();
  try {
    const answer = { ...(JSON.parse(text) as Record<string, unknown>) };
    delete answer['id_token'];
    return Response.json(answer);
  } catch {
    return new Response(text);
  }
}
