import { createHash, randomUUID } from 'node:crypto';
import { createAuthorizationFetch } from '../../../src-main/connections/auth/authorization-fetch.ts';
import { ClientRegistration } from '../../../src-main/connections/auth/client-registration.ts';
import { Discovery } from '../../../src-main/connections/auth/discovery.ts';
import { signInPage } from '../../../src-main/connections/auth/sign-in-page.ts';
import { SignIn } from '../../../src-main/connections/auth/sign-in.ts';
import { TokenRequests } from '../../../src-main/connections/auth/token-requests.ts';
import { TokenSession } from '../../../src-main/connections/auth/token-session.ts';
import { KnownSecrets } from '../../../src-main/foundation/known-secrets.ts';
import { MemorySecretStore } from '../../../src-main/hosts/node/memory-secret-store.ts';
import type { Clock, SecretStore } from '../../../src-main/platform.ts';
import { englishMessages } from '../english-words.ts';
import { KeptLog } from '../main-fixture.ts';
import { memorySettings, secretsOver } from '../secrets-over.ts';
import { type Answer, sendJson, TestServer } from '../test-server.ts';
import { TurnedClock } from '../turned-clock.ts';

/**
 * Service with its authorization server on one origin. It follows the rules strictly, except where a test changes it.
 */
export class SignInServer {
  readonly server: TestServer;
  /** Overrides fields of the metadata; undefined omits a field. */
  metadata: Record<string, unknown> = {};
  resource: Record<string, unknown> = {};
  readonly clients = new Map<string, string>();
  registrations = 0;
  /** Overrides fields of each token answer. */
  tokens: Record<string, unknown> = {};
  /** Valid refresh tokens, each for one use. */
  readonly refreshTokens = new Set<string>();
  readonly accessTokens = new Set<string>();
  /** Replaces the default answer of the token endpoint to a refresh. */
  onRefresh: Answer | null = null;
  /** Replaces the default answer to a revocation, which takes effect all the same. */
  onRevoke: Answer | null = null;
  /** Answers calls of the service itself, which are otherwise not found. */
  onCall: Answer | null = null;
  /** Grants of token requests, without those that only check whether the client is known. */
  readonly grants: string[] = [];
  readonly revoked: string[] = [];
  /** Queries of the authorization requests. */
  readonly asked: URLSearchParams[] = [];
  readonly #codes = new Map<string, string>();

  private constructor(server: TestServer) {
    this.server = server;
  }

  static async start(): Promise<SignInServer> {
    let answer: Answer = () => undefined;
    const server = await TestServer.start((request, response) => answer(request, response));
    const signInServer = new SignInServer(server);
    answer = (request, response) => signInServer.#answer(request, response);
    return signInServer;
  }

  get url(): string {
    return this.server.url;
  }

  get issuer(): string {
    return `${this.url}/auth/v1`;
  }

  get allMetadata(): Record<string, unknown> {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      registration_endpoint: `${this.issuer}/register`,
      revocation_endpoint: `${this.issuer}/revoke`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256', 'plain'],
      authorization_response_iss_parameter_supported: true,
      scopes_supported: ['openid', 'email', 'profile', 'offline_access'],
      ...this.metadata,
    };
  }

  /** Returns the redirect that a browser follows after the user has approved an authorization request. */
  redirectFor(url: URL, changes: Record<string, string | null> = {}): URL {
    const query = url.searchParams;
    this.asked.push(query);
    if (this.clients.get(query.get('client_id') ?? '') !== query.get('redirect_uri')) {
      throw new Error('The server shows the user a page that it does not know the app.');
    }
    const code = randomUUID();
    this.#codes.set(code, query.get('code_challenge') ?? '');
    const target = new URL(query.get('redirect_uri') ?? '');
    const answer = { code, state: query.get('state') ?? '', iss: this.issuer, ...changes };
    for (const [name, value] of Object.entries(answer)) {
      if (value !== null) target.searchParams.set(name, value);
    }
    return target;
  }

  readonly #answer: Answer = (request, response) => {
    const form = new URLSearchParams(request.body.toString());
    switch (request.url) {
      case '/.well-known/oauth-protected-resource':
        return sendJson(response, 200, {
          resource: this.url,
          authorization_servers: [this.issuer],
          ...this.resource,
        });
      case '/auth/v1/.well-known/oauth-authorization-server':
        return sendJson(response, 200, this.allMetadata);
      case '/auth/v1/register': {
        this.registrations += 1;
        const clientId = `client-${String(this.registrations)}`;
        this.clients.set(clientId, JSON.parse(request.body.toString()).redirect_uris[0]);
        return sendJson(response, 201, { client_id: clientId });
      }
      case '/auth/v1/revoke':
        this.revoked.push(form.get('token') ?? '');
        this.refreshTokens.delete(form.get('token') ?? '');
        return this.onRevoke ? this.onRevoke(request, response) : response.writeHead(200).end();
      case '/auth/v1/token':
        return this.#token(request, form, response);
      default:
        return this.onCall ? this.onCall(request, response) : sendJson(response, 404, {});
    }
  };

  #token(request: Parameters<Answer>[0], form: URLSearchParams, response: Parameters<Answer>[1]): unknown {
    const refuse = (error: string) =>
      sendJson(response, error === 'invalid_client' ? 401 : 400, { error, error_description: 'canary' });
    if (!this.clients.has(form.get('client_id') ?? '')) return refuse('invalid_client');
    if (form.get('refresh_token') === 'is-this-client-known') return refuse('invalid_grant');
    this.grants.push(form.get('grant_type') ?? '');
    if (form.get('grant_type') === 'refresh_token') {
      if (this.onRefresh) return this.onRefresh(request, response);
      if (!this.refreshTokens.delete(form.get('refresh_token') ?? '')) return refuse('invalid_grant');
      return this.sendTokens(response);
    }
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const code = form.get('code') ?? '';
    if (this.#codes.get(code) !== challenge) return refuse('invalid_grant');
    this.#codes.delete(code);
    return this.sendTokens(response);
  }

  sendTokens(response: Parameters<Answer>[1]): void {
    const accessToken = `access-${randomUUID()}`;
    const refreshToken = `refresh-${randomUUID()}`;
    this.accessTokens.add(accessToken);
    this.refreshTokens.add(refreshToken);
    sendJson(response, 200, {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: 3_600,
      refresh_token: refreshToken,
      ...this.tokens,
    });
  }
}

interface SignInPartsOptions {
  readonly clock?: Clock;
  readonly store?: SecretStore;
  /** Settings of an earlier run. */
  readonly settings?: ReturnType<typeof memorySettings>;
  readonly openUrl?: (url: URL) => unknown;
  readonly timeoutMs?: number;
}

/** Creates all parts of the sign-in with one clock. Sessions and sign-ins share it, as in the app. */
export function signInParts(options: SignInPartsOptions = {}) {
  const { settings = memorySettings() } = options;
  const clock = options.clock ?? new TurnedClock();
  const log = new KeptLog();
  const fetch = createAuthorizationFetch(options.timeoutMs);
  const discovery = new Discovery({ fetch, clock });
  const clients = new ClientRegistration({ fetch, repository: settings, log });
  const requests = new TokenRequests({ discovery, clients, fetch, clock, log });
  const store = options.store ?? new MemorySecretStore();
  /** Returns the secrets of an app that has just started. */
  const startSecrets = () => secretsOver({ store, clock, log, settings });
  const secrets = startSecrets();
  const knownSecrets = new KnownSecrets();
  const openUrl = async (url: URL): Promise<void> => {
    await options.openUrl?.(url);
  };
  const signIn = new SignIn({
    discovery,
    clients,
    fetch,
    shell: { openUrl },
    clock,
    knownSecrets,
    page: () => signInPage(englishMessages, true),
  });
  const signedOut: string[] = [];
  const sessionFor = (baseUrl: string, ofSecrets = secrets) =>
    new TokenSession({
      connectionId: '1',
      baseUrl,
      secrets: ofSecrets,
      requests,
      clock,
      log,
      knownSecrets,
      onSignedOut: () => signedOut.push('1'),
    });
  return { clock, log, fetch, discovery, clients, secrets, startSecrets, signIn, sessionFor, signedOut };
}

/** Requests a URL as a browser does when it follows a redirect. */
export async function visit(url: URL | string): Promise<number> {
  const response = await globalThis.fetch(url, { redirect: 'manual' });
  await response.body?.cancel();
  return response.status;
}
