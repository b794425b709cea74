import type { Provider } from 'oidc-provider';
import type { Clock } from '../../clock.ts';
import type { ServiceAddress } from '../../service-address.ts';
import type { ServiceLog } from '../../service-log.ts';
import type { Signer } from '../../signer.ts';
import type { AccountRepository } from '../../store/records/account-repository.ts';
import type { SignInRecordRepository } from '../../store/records/sign-in-record-repository.ts';
import { issuerPath } from './authorization-paths.ts';
import { isLoopbackMatch } from './loopback-redirect.ts';
import { providerConfiguration } from './provider-configuration.ts';
import { isClientSecret } from './record-adapter.ts';
import { readSignInKey } from './sign-in-key.ts';

export interface AuthorizationServerDeps {
  readonly dataFolder: string;
  readonly address: ServiceAddress;
  /** Signs cookies and forms. */
  readonly signer: Signer;
  readonly accounts: AccountRepository;
  readonly signInRecords: SignInRecordRepository;
  readonly clock: Clock;
  readonly log: ServiceLog;
}

/** Makes clients accept any loopback port in redirects, and compares their secrets by digest. */
function adjustClients(provider: Provider): void {
  const client = provider.Client.prototype;
  const isAllowed = Reflect.get(client, 'redirectUriAllowed');
  client.redirectUriAllowed = function redirectUriAllowed(address) {
    return isAllowed.call(this, address) || isLoopbackMatch(address, this.redirectUris ?? []);
  };
  client.compareClientSecret = function compareClientSecret(given) {
    return this.clientSecret !== undefined && isClientSecret(this.clientSecret, given);
  };
}

function adjustAnswers(provider: Provider): void {
  provider.use(async (context, next) => {
    await next();
    // Requests of web pages are rejected, see `assertTrustedRequest`, so no answer needs CORS headers.
    for (const name of Object.keys(context.response.headers)) {
      if (name.startsWith('access-control-')) context.remove(name);
    }
  });
}

/**
 * The OAuth 2.1 authorization server of this service. It is created at first use, because its address must be known and
 * most services never need it.
 */
export class AuthorizationServer {
  readonly #deps: AuthorizationServerDeps;
  #provider: Promise<Provider> | null = null;

  constructor(deps: AuthorizationServerDeps) {
    this.#deps = deps;
  }

  /** Identifier of the issuer; the metadata is below it. */
  get issuer(): string {
    return this.#deps.address.urlOf(issuerPath);
  }

  async #make(): Promise<Provider> {
    const { dataFolder, signer, log } = this.#deps;
    const [{ Provider: ProviderClass }, signInKey] = await Promise.all([
      import('oidc-provider'),
      readSignInKey(dataFolder),
    ]);
    const cookieKey = signer.sign('cookies').toString('base64url');
    const configuration = providerConfiguration({ ...this.#deps, signInKey, cookieKey });
    const provider = new ProviderClass(this.issuer, configuration);
    provider.on('server_error', (_context, error) => {
      log({ level: 'error', message: 'The authorization server failed', error });
    });
    provider.onerror = (error) => log({ level: 'error', message: 'The sign-in failed', error });
    adjustClients(provider);
    adjustAnswers(provider);
    return provider;
  }

  /** Returns the same provider on every call; after a failure, the next call tries again. */
  provider(): Promise<Provider> {
    this.#provider ??= this.#make().catch((error: unknown) => {
      this.#provider = null;
      throw error;
    });
    return this.#provider;
  }
}
