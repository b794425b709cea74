import * as oauth from 'oauth4webapi';
import { AppError } from '../../../src-shared/app-error.ts';
import type { KnownSecrets } from '../../foundation/known-secrets.ts';
import type { Clock, Shell } from '../../platform.ts';
import type { AuthorizationFetch } from './authorization-fetch.ts';
import { type ClientRegistration, type RegisteredClient, scopesFor } from './client-registration.ts';
import type { AuthorizationServer, Discovery, SignInPlace } from './discovery.ts';
import { type IssuedTokens, tokensOf, withoutIdToken } from './issued-tokens.ts';
import { LoopbackRedirect } from './loopback-redirect.ts';
import { oauthOptions } from './oauth-options.ts';
import { oauthCodeOf, printableCode, signInFailed, withoutAnswer } from './sign-in-errors.ts';

export interface SignInDeps {
  readonly discovery: Discovery;
  readonly clients: ClientRegistration;
  readonly fetch: AuthorizationFetch;
  readonly shell: Pick<Shell, 'openUrl'>;
  readonly clock: Clock;
  readonly knownSecrets: KnownSecrets;
  /** Returns the page that the browser shows at the end. */
  readonly page: () => string;
}

/** Result of a sign-in, for `TokenSession.accept`. */
export interface SignInResult {
  readonly issuer: string;
  readonly clientId: string;
  readonly resource: string;
  readonly tokens: IssuedTokens;
}

type BrowserAnswer = { readonly callback: URLSearchParams } | { readonly errorCode: string };

/**
 * Signs in with the system's browser: authorization code with PKCE for a native app (specification §5.3, RFC 8252, RFC
 * 9700). Verifier and state are new for each attempt and valid for one answer of one issuer.
 */
export class SignIn {
  readonly #deps: SignInDeps;

  constructor(deps: SignInDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves when the user has come back from the browser and the tokens have arrived.
   * @param baseUrl of the service, without a slash at its end.
   * @throws AppError `sign_in_refused` if the user refused, `sign_in_expired` after five minutes, `browser_not_opened`,
   * `sign_in_failed`, `service_unreachable`, `service_failed`, `cancelled`.
   */
  async run(baseUrl: string, signal: AbortSignal): Promise<SignInResult> {
    const { discovery, clients, clock, page } = this.#deps;
    const place = await discovery.find(baseUrl, signal);
    const redirectUriBefore = clients.read(place.server.issuer)?.redirectUri;
    const preferredPort = Number(URL.parse(redirectUriBefore ?? '')?.port ?? 0);
    const redirect = await LoopbackRedirect.open({ clock, preferredPort, page });
    try {
      const client = await clients.obtain(place.server, redirect.uri, signal);
      return await this.#withBrowser(place, client, redirect, signal);
    } finally {
      await redirect.close();
    }
  }

  async #withBrowser(
    place: SignInPlace,
    client: RegisteredClient,
    redirect: LoopbackRedirect,
    signal: AbortSignal,
  ): Promise<SignInResult> {
    const { server } = place;
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const url = authorizationUrl(place, client, state, await oauth.calculatePKCECodeChallenge(verifier));
    const answer = await this.#ask(
      url,
      redirect,
      (parameters) => readAnswer(server, client, parameters, state),
      signal,
    );
    if ('errorCode' in answer) throw refusalOf(answer.errorCode, new URL(server.issuer).host);
    return this.#redeem(place, client, answer.callback, verifier, signal);
  }

  /** Opens the browser for the user and waits for its answer. */
  async #ask(
    url: URL,
    redirect: LoopbackRedirect,
    read: (parameters: URLSearchParams) => BrowserAnswer | null,
    signal: AbortSignal,
  ): Promise<BrowserAnswer> {
    const stopper = new AbortController();
    const answered = redirect.wait(read, AbortSignal.any([signal, stopper.signal]));
    try {
      const [answer] = await Promise.all([answered, this.#deps.shell.openUrl(url)]);
      return answer;
    } catch (error) {
      stopper.abort(error);
      throw error;
    }
  }

  async #redeem(
    { server, resource }: SignInPlace,
    { clientId, redirectUri }: RegisteredClient,
    callback: URLSearchParams,
    verifier: string,
    signal: AbortSignal,
  ): Promise<SignInResult> {
    const client = { client_id: clientId };
    for (const secret of [callback.get('code'), verifier]) this.#deps.knownSecrets.note(secret);
    try {
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        oauth.None(),
        callback,
        redirectUri,
        verifier,
        { ...oauthOptions(this.#deps.fetch, signal), additionalParameters: { resource } },
      );
      const receivedMs = this.#deps.clock.monotonicMs();
      const answer = await withoutIdToken(response);
      const body = await oauth.processAuthorizationCodeResponse(server, client, answer);
      const tokens = tokensOf(body, receivedMs);
      if (tokens.refreshToken === null) this.#deps.clients.askForOfflineAccess(server.issuer);
      return { issuer: server.issuer, clientId, resource, tokens };
    } catch (error) {
      if (oauthCodeOf(error) === 'invalid_client') this.#deps.clients.forget(server.issuer);
      throw withoutAnswer(error, new URL(server.issuer).host);
    }
  }
}

function authorizationUrl(
  { server, resource }: SignInPlace,
  client: RegisteredClient,
  state: string,
  challenge: string,
): URL {
  const url = new URL(server.authorization_endpoint);
  const parameters = {
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    scope: scopesFor(server, client.needsOfflineAccess),
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    resource,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}

/**
 * Returns null unless this issuer answers this attempt, by state and `iss` (RFC 9207). Also null if a code or error
 * occurs twice, or if both occur (RFC 6749 §3.1).
 */
function readAnswer(
  server: AuthorizationServer,
  { clientId }: RegisteredClient,
  answer: URLSearchParams,
  state: string,
): BrowserAnswer | null {
  if (answer.getAll('code').length + answer.getAll('error').length !== 1) return null;
  try {
    const callback = oauth.validateAuthResponse(server, { client_id: clientId }, answer, state);
    return { callback };
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError) return { errorCode: printableCode(error.error) };
    return null;
  }
}

function refusalOf(errorCode: string, host: string): AppError {
  if (errorCode !== 'access_denied') return signInFailed(host, errorCode);
  return new AppError('sign_in_refused', `The app was not let in at ${host}.`, { details: { host } });
}
