import * as oauth from 'oauth4webapi';
import { FormBrowser } from './form-browser.ts';

const insecure = { [oauth.allowInsecureRequests]: true };

/** App as a developer would write it, over an OAuth library that validates all answers. */
export class OAuthApp {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly authentication: oauth.ClientAuth;
  readonly redirectUri: string;

  private constructor(parts: Pick<OAuthApp, 'server' | 'client' | 'authentication' | 'redirectUri'>) {
    ({ server: this.server, client: this.client } = parts);
    ({ authentication: this.authentication, redirectUri: this.redirectUri } = parts);
  }

  /** Finds the authorization server from the API's address alone, and registers a client there. */
  static async register(baseUrl: string, metadata: Record<string, unknown> = {}): Promise<OAuthApp> {
    const redirectUri = 'http://127.0.0.1:40111/callback';
    const resource = await oauth.processResourceDiscoveryResponse(
      new URL(baseUrl),
      await oauth.resourceDiscoveryRequest(new URL(baseUrl), insecure),
    );
    const issuer = new URL(resource.authorization_servers?.[0] ?? '');
    const server = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, { ...insecure, algorithm: 'oauth2' }),
    );
    const registration = {
      client_name: 'Command line',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: 'email profile',
      ...metadata,
    };
    const client = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(server, registration, insecure),
    );
    const secret = client['client_secret'];
    const authentication = typeof secret === 'string' ? oauth.ClientSecretPost(secret) : oauth.None();
    return new OAuthApp({ server, client, authentication, redirectUri });
  }

  authorizationUrl(parameters: Record<string, string | null>): URL {
    const url = new URL(String(this.server.authorization_endpoint));
    const all = {
      response_type: 'code',
      client_id: this.client.client_id,
      redirect_uri: this.redirectUri,
      scope: 'email profile',
      ...parameters,
    };
    for (const [name, value] of Object.entries(all)) if (value !== null) url.searchParams.set(name, value);
    return url;
  }

  /** Performs the whole flow of specification §5.3, through the pages. */
  async signIn(
    service: { readonly url: string; readonly signInCode: string | null },
    scope: string | null = 'email profile',
    person = 'Sign in as',
  ) {
    const browser = new FormBrowser(service.url, service.signInCode);
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const challenge = await oauth.calculatePKCECodeChallenge(verifier);
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
    let page = await browser.open(this.authorizationUrl({ scope, state, ...pkce }));
    page = await browser.press(page, person);
    const consent = page;
    page = await browser.press(page, 'Allow');
    if (!browser.leftFor) throw new Error(page.text);
    const callback = oauth.validateAuthResponse(this.server, this.client, browser.leftFor, state);
    const tokens = await this.exchange(callback, verifier, scope?.includes('openid') ?? false);
    return { browser, consent, callback, verifier, tokens };
  }

  async exchange(callback: URLSearchParams, verifier: string, requireIdToken = false) {
    const response = await oauth.authorizationCodeGrantRequest(
      this.server,
      this.client,
      this.authentication,
      callback,
      this.redirectUri,
      verifier,
      insecure,
    );
    return oauth.processAuthorizationCodeResponse(this.server, this.client, response, { requireIdToken });
  }

  async refresh(refreshToken: string) {
    const { server, client, authentication } = this;
    const response = await oauth.refreshTokenGrantRequest(
      server,
      client,
      authentication,
      refreshToken,
      insecure,
    );
    return oauth.processRefreshTokenResponse(server, client, response);
  }

  async revoke(token: string): Promise<void> {
    const { server, client, authentication } = this;
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, authentication, token, insecure),
    );
  }
}
