import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type { Log } from '../../platform.ts';
import type { SettingsRepository } from '../../state/settings-repository.ts';
import type { AuthorizationFetch } from './authorization-fetch.ts';
import type { AuthorizationServer } from './discovery.ts';
import { oauthOptions } from './oauth-options.ts';
import { oauthCodeOf, signInFailed, withoutAnswer } from './sign-in-errors.ts';

const registeredClientSchema = z.object({
  clientId: z.string().min(1).max(500),
  /** Includes the registered port: servers may insist on it, although RFC 8252 §7.3 says otherwise. */
  redirectUri: z.string(),
  /** True after a sign-in without the scope `offline_access` brought no refresh token. */
  needsOfflineAccess: z.boolean(),
});
/** The app as an authorization server knows it, without a secret, because the app can keep none. */
export type RegisteredClient = z.infer<typeof registeredClientSchema>;

export interface ClientRegistrationDeps {
  readonly fetch: AuthorizationFetch;
  readonly repository: Pick<SettingsRepository, 'read' | 'write'>;
  readonly log: Log;
}

/** Registers the app at authorization servers (RFC 7591), once per issuer while the server remembers it. */
export class ClientRegistration {
  readonly #deps: ClientRegistrationDeps;

  constructor(deps: ClientRegistrationDeps) {
    this.#deps = deps;
  }

  /** Returns the stored client of an issuer; null before the first sign-in there. */
  read(issuer: string): RegisteredClient | null {
    return this.#deps.repository.read(keyOf(issuer), registeredClientSchema.nullable());
  }

  /** Makes the next sign-in register again. */
  forget(issuer: string): void {
    this.#keep(issuer, null);
  }

  /** Makes the app request `offline_access` from the next sign-in on. */
  askForOfflineAccess(issuer: string): void {
    const client = this.read(issuer);
    if (client) this.#keep(issuer, { ...client, needsOfflineAccess: true });
  }

  /**
   * Returns a client that the server knows and that may be redirected to `redirectUri`: the stored one or a new one.
   * Asks the server first, because it reports a forgotten client only to the user, on a page that does not lead back.
   * @throws AppError `sign_in_failed`, `service_unreachable`, `service_failed`, `cancelled`.
   */
  async obtain(
    server: AuthorizationServer,
    redirectUri: string,
    signal: AbortSignal,
  ): Promise<RegisteredClient> {
    const known = this.read(server.issuer);
    const fits = known !== null && known.redirectUri === redirectUri;
    if (fits && (await this.#isKnown(server, known.clientId, signal))) return known;
    return this.#register(server, redirectUri, known?.needsOfflineAccess ?? false, signal);
  }

  async #register(
    server: AuthorizationServer,
    redirectUri: string,
    needsOfflineAccess: boolean,
    signal: AbortSignal,
  ): Promise<RegisteredClient> {
    const { host } = new URL(server.issuer);
    if (server.registration_endpoint === undefined) throw signInFailed(host, 'no_registration');
    const response = await this.#deps.fetch(server.registration_endpoint, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({
        client_name: 'Dailies',
        application_type: 'native',
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        scope: scopesFor(server, needsOfflineAccess),
      }),
      signal,
    });
    try {
      // Some servers register with 200 instead of 201 (RFC 7591 §3.2.1).
      const answer = response.status === 200 ? new Response(response.body, { status: 201 }) : response;
      const { client_id: clientId } = await oauth.processDynamicClientRegistrationResponse(asJson(answer));
      const client = { clientId, redirectUri, needsOfflineAccess };
      this.#keep(server.issuer, client);
      return client;
    } catch (error) {
      throw withoutAnswer(error, host);
    }
  }

  /**
   * Requests tokens with an impossible grant. For a known client, the server answers an OAuth code other than
   * `invalid_client` or `unauthorized_client`. Any other answer is inconclusive, and registering again costs nothing.
   */
  async #isKnown(server: AuthorizationServer, clientId: string, signal: AbortSignal): Promise<boolean> {
    const client = { client_id: clientId };
    try {
      const response = await oauth.refreshTokenGrantRequest(
        server,
        client,
        oauth.None(),
        'is-this-client-known',
        oauthOptions(this.#deps.fetch, signal),
      );
      await oauth.processRefreshTokenResponse(server, client, response);
      return true;
    } catch (error) {
      const code = oauthCodeOf(error);
      if (code !== null) return code !== 'invalid_client' && code !== 'unauthorized_client';
      const failure = withoutAnswer(error, new URL(server.issuer).host);
      if (failure.code === 'service_unreachable' || failure.code === 'cancelled') throw failure;
      return false;
    }
  }

  #keep(issuer: string, client: RegisteredClient | null): void {
    try {
      this.#deps.repository.write(keyOf(issuer), client);
    } catch (error) {
      this.#deps.log.warn('The registration at an authorization server could not be kept.', {
        issuer,
        error,
      });
    }
  }
}

/** Returns the scopes, which only control the shared parts of the identity (specification §5.4). */
export function scopesFor(server: AuthorizationServer, needsOfflineAccess: boolean): string {
  const isListed = server.scopes_supported?.includes('offline_access') === true;
  return needsOfflineAccess && isListed ? 'email profile offline_access' : 'email profile';
}

function keyOf(issuer: string): string {
  return `signInClient ${issuer}`;
}

/** Replaces the content type, because some servers answer with another one than RFC 7591 §3.2.1 asks for. */
function asJson(response: Response): Response {
  return new Response(response.body, {
    status: response.status,
    headers: { 'content-type': 'application/json' },
  });
}
