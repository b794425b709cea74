import type * as oauth from 'oauth4webapi';
import { AppError } from '../../../src-shared/app-error.ts';

/** Tokens from one answer of an authorization server. */
export interface IssuedTokens {
  readonly accessToken: string;
  /** Null if the answer had none; the previous one then stays valid. */
  readonly refreshToken: string | null;
  /** On the monotonic clock, so that a wrong date on either side has no effect. */
  readonly expiresAtMs: number;
}

/** Lifetime if the answer states none (contract supplement §4.11). */
const usualLifetimeSeconds = 3_600;
/** Shortest lifetime, whatever an answer states, so that the app does not renew tokens faster than it can use them. */
const minLifetimeSeconds = 60;
const maxLifetimeSeconds = 30 * 86_400;

/**
 * Returns the tokens of an answer.
 * @param receivedMs arrival of the answer on the monotonic clock.
 * @throws AppError `sign_in_failed` for a token that is no bearer, or that a header cannot hold.
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
 * Removes the ID token, which the app neither requests nor uses, from a token answer. Checking it would fail the
 * sign-in of everyone whose computer has a wrong date.
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
