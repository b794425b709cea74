import * as oauth from 'oauth4webapi';
import { AppError } from '../../../src-shared/app-error.ts';
import { isLoopback } from '../../foundation/web-address.ts';
import type { Clock } from '../../platform.ts';
import type { AuthorizationFetch } from './authorization-fetch.ts';
import { readJsonObject } from './read-json-object.ts';
import { signInFailed, withoutAnswer } from './sign-in-errors.ts';

/** An authorization server whose metadata was checked. */
export type AuthorizationServer = oauth.AuthorizationServer & {
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
};

/** Where the user signs in for a service. */
export interface SignInPlace {
  /** The service as its authorization server knows it (RFC 8707). */
  readonly resource: string;
  readonly server: AuthorizationServer;
}

const keptMs = 60 * 60 * 1000;
const endpoints = [
  'authorization_endpoint',
  'token_endpoint',
  'registration_endpoint',
  'revocation_endpoint',
] as const;

/**
 * Finds the authorization server of a service from its address alone (specification §5.1, RFC 9728, RFC 8414). Keeps
 * results for an hour.
 */
export class Discovery {
  readonly #fetch: AuthorizationFetch;
  readonly #clock: Clock;
  readonly #kept = new Map<string, { readonly untilMs: number; readonly value: unknown }>();

  constructor(deps: { fetch: AuthorizationFetch; clock: Clock }) {
    this.#fetch = deps.fetch;
    this.#clock = deps.clock;
  }

  /**
   * @param baseUrl of the service, without a slash at its end.
   * @throws AppError `sign_in_failed` for metadata that breaks a rule, `service_unreachable`, `service_failed`,
   * `cancelled`.
   */
  async find(baseUrl: string, signal: AbortSignal): Promise<SignInPlace> {
    const { resource, issuer } = await this.#keep(`resource ${baseUrl}`, () =>
      this.#readResource(baseUrl, signal),
    );
    if (isLoopback(issuer) && !isLoopback(new URL(baseUrl))) {
      throw signInFailed(issuer.host, 'server_on_this_computer');
    }
    return { resource, server: await this.server(issuer.href, signal) };
  }

  /** Returns the authorization server of an issuer that `find` returned before. Throws as `find`. */
  server(issuer: string, signal: AbortSignal): Promise<AuthorizationServer> {
    return this.#keep(`issuer ${issuer}`, () => this.#readServer(new URL(issuer), signal));
  }

  async #readResource(baseUrl: string, signal: AbortSignal): Promise<{ resource: string; issuer: URL }> {
    const base = new URL(baseUrl);
    const response = await this.#get(`${baseUrl}/.well-known/oauth-protected-resource`, signal);
    try {
      const metadata = await oauth.processResourceDiscoveryResponse(base, response);
      const issuer = URL.parse(String(metadata.authorization_servers?.[0]));
      if (
        !issuer ||
        !isOfWeb(issuer) ||
        issuer.username + issuer.password + issuer.search + issuer.hash !== ''
      )
        throw signInFailed(base.host, 'no_server');
      return { resource: metadata.resource, issuer };
    } catch (error) {
      throw withoutAnswer(error, base.host);
    }
  }

  /** Reads the metadata from the first of its usual places that has it (contract supplement §4.11). */
  async #readServer(issuer: URL, signal: AbortSignal): Promise<AuthorizationServer> {
    for (const address of metadataAddresses(issuer)) {
      const response = await this.#get(address, signal);
      const metadata: unknown = response.status === 200 ? await readJsonObject(response) : null;
      if (metadata === null) continue;
      return await checkedServer(issuer, metadata);
    }
    throw signInFailed(issuer.host, 'no_metadata');
  }

  #get(url: string, signal: AbortSignal): Promise<Response> {
    return this.#fetch(url, { method: 'GET', headers: { accept: 'application/json' }, signal });
  }

  async #keep<Value>(key: string, read: () => Promise<Value>): Promise<Value> {
    const kept = this.#kept.get(key);
    if (kept && kept.untilMs > this.#clock.monotonicMs()) return kept.value as Value;
    const value = await read();
    this.#kept.set(key, { untilMs: this.#clock.monotonicMs() + keptMs, value });
    return value;
  }
}

function isOfWeb({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:';
}

function metadataAddresses({ origin, pathname }: URL): string[] {
  const path = pathname.replace(/\/$/, '');
  const addresses = ['oauth-authorization-server', 'openid-configuration'].flatMap((name) => [
    `${origin}${path}/.well-known/${name}`,
    `${origin}/.well-known/${name}${path}`,
  ]);
  return [...new Set(addresses)];
}

async function checkedServer(issuer: URL, metadata: unknown): Promise<AuthorizationServer> {
  const { host } = issuer;
  try {
    const server = await oauth.processDiscoveryResponse(issuer, Response.json(metadata));
    const { authorization_endpoint, token_endpoint } = server;
    if (authorization_endpoint === undefined || token_endpoint === undefined) {
      throw signInFailed(host, 'endpoint_missing');
    }
    for (const name of endpoints) {
      const address = server[name];
      if (address !== undefined && URL.parse(address)?.origin !== issuer.origin) {
        throw signInFailed(host, 'foreign_endpoint');
      }
    }
    const methods: unknown = server.code_challenge_methods_supported;
    if (!Array.isArray(methods) || !methods.includes('S256')) {
      throw signInFailed(host, 'no_s256');
    }
    return { ...server, authorization_endpoint, token_endpoint };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw signInFailed(host, 'wrong_issuer');
  }
}
