import * as oauth from 'oauth4webapi';
import { AppError } from '../../../src-shared/app-error.ts';
import type { Clock, Log } from '../../platform.ts';
import type { AuthorizationFetch } from './authorization-fetch.ts';
import type { ClientRegistration } from './client-registration.ts';
import type { Discovery } from './discovery.ts';
import { type IssuedTokens, tokensOf, withoutIdToken } from './issued-tokens.ts';
import type { OAuthCredential } from './oauth-credential.ts';
import { oauthOptions } from './oauth-options.ts';
import { readJsonObject } from './read-json-object.ts';
import { oauthCodeOf, withoutAnswer } from './sign-in-errors.ts';

export interface TokenRequestsDeps {
  readonly discovery: Discovery;
  readonly clients: ClientRegistration;
  readonly fetch: AuthorizationFetch;
  readonly clock: Clock;
  readonly log: Log;
}

const revocationMs = 5_000;

/** Renews and revokes credentials at their authorization servers. */
export class TokenRequests {
  readonly #deps: TokenRequestsDeps;

  constructor(deps: TokenRequestsDeps) {
    this.#deps = deps;
  }

  /**
   * Returns new tokens for a refresh token (specification §5.3 step 5), or null if the server no longer accepts it.
   * @throws AppError `service_unreachable`, `service_failed`, `unauthorized` for a refusal that may be temporary,
   * `sign_in_failed` for any other answer, `cancelled`.
   */
  async refresh(
    { issuer, clientId, refreshToken, resource }: OAuthCredential,
    signal: AbortSignal,
  ): Promise<IssuedTokens | null> {
    const { discovery, clients, fetch, clock } = this.#deps;
    const { host } = new URL(issuer);
    const server = await discovery.server(issuer, signal);
    const client = { client_id: clientId };
    try {
      const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshToken, {
        ...oauthOptions(fetch, signal),
        additionalParameters: { resource },
      });
      const receivedMs = clock.monotonicMs();
      const answer = await withoutIdToken(response);
      const refusal = await refusalInOwnWords(answer);
      if (refusal !== null && ownEnds.has(refusal.errorCode)) return null;
      if (refusal !== null) throw refusedInPassing(host, answer.status);
      return tokensOf(await oauth.processRefreshTokenResponse(server, client, answer), receivedMs);
    } catch (error) {
      const code = oauthCodeOf(error);
      if (code === 'invalid_client') clients.forget(issuer);
      if (code === 'invalid_grant' || code === 'invalid_client') return null;
      throw withoutAnswer(error, host);
    }
  }

  /** Revokes a refresh token at its authorization server (RFC 7009). Never rejects. */
  async revoke({ issuer, clientId, refreshToken }: OAuthCredential, signal: AbortSignal): Promise<void> {
    const { discovery, fetch, log } = this.#deps;
    const limited = AbortSignal.any([signal, AbortSignal.timeout(revocationMs)]);
    try {
      const server = await discovery.server(issuer, limited);
      if (server.revocation_endpoint === undefined) return;
      const options = {
        ...oauthOptions(fetch, limited),
        additionalParameters: { token_type_hint: 'refresh_token' },
      };
      const client = { client_id: clientId };
      const response = await oauth.revocationRequest(server, client, oauth.None(), refreshToken, options);
      await oauth.processRevocationResponse(response);
    } catch (error) {
      const { code, details } = withoutAnswer(error, new URL(issuer).host);
      log.warn('A sign-in could not be revoked at its server.', { code, details });
    }
  }
}

/** Codes with which some servers end a sign-in instead of those of RFC 6749. */
const ownEnds = new Set<unknown>([
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_not_found',
  'session_expired',
]);

/**
 * Returns a JSON refusal without a code of RFC 6749, such as `{ "error_code": "refresh_token_not_found" }`. Such
 * refusals are undocumented (contract supplement §4.11). Null for anything else, such as a page.
 */
async function refusalInOwnWords(answer: Response): Promise<{ readonly errorCode: unknown } | null> {
  if (answer.status !== 400 && answer.status !== 401) return null;
  const body = await readJsonObject(answer.clone());
  if (body === null || ('error' in body && typeof body.error === 'string')) return null;
  return { errorCode: 'error_code' in body ? body.error_code : null };
}

/** Returns the error for a refusal that an intermediary may have sent, so that the sign-in may still be valid. */
function refusedInPassing(host: string, status: number): AppError {
  return new AppError('unauthorized', `${host} refused to renew the sign-in.`, { details: { host, status } });
}
