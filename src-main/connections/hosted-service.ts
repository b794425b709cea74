import type { ConnectionAccount } from '../../src-shared/contract/connection.ts';
import type { AddressSource, ServiceAddress } from '../api/service-address.ts';
import { SingleFlight } from '../foundation/single-flight.ts';
import { appIsClosing, orStopped } from '../foundation/wait.ts';
import type { ConnectionTeam } from './connection-team.ts';
import type { ServiceSource, ServiceState } from './local-service/service-source.ts';

/** What a hosted connection signs its requests with. */
export interface Credential {
  /** @throws AppError `signed_out` when there is none, `keychain_*`, `cancelled`; of a token also as its renewal. */
  bearer(signal: AbortSignal): Promise<string>;
  /** The service refused it. True when there is another one. */
  renew(refusedBearer: string, signal: AbortSignal): Promise<boolean>;
  /** Somebody asks again: what it was refused for, or its renewal failed at, is found out anew. */
  retry(): void;
  /** Takes effect at once. Revokes it where that can be done, and removes it here in any case. */
  signOut(): Promise<void>;
}

export interface HostedServiceDeps {
  readonly kind: 'oauth' | 'key';
  /** As `parseServiceUrl` gives it. */
  readonly baseUrl: string;
  readonly credential: Credential;
  readonly team: ConnectionTeam;
  /** Asks the service whom the bearer of an address belongs to, once. */
  readonly whoIs: (address: AddressSource, signal: AbortSignal) => Promise<ConnectionAccount>;
}

/**
 * A service somewhere else: its address never changes, its credential may come and go. While there is work to do, none
 * leaves before it is known to be of the team of that work: the keychain may hold an older one.
 */
export class HostedService implements ServiceSource {
  readonly kind: 'oauth' | 'key';
  readonly baseUrl: string;
  readonly #deps: HostedServiceDeps;
  readonly #credential: Credential;
  readonly #asking = new SingleFlight<void>();
  readonly #stopper = new AbortController();

  constructor(deps: HostedServiceDeps) {
    this.kind = deps.kind;
    this.baseUrl = deps.baseUrl;
    this.#deps = deps;
    this.#credential = deps.credential;
  }

  get state(): ServiceState {
    return { state: 'running', baseUrl: this.baseUrl };
  }

  async current(signal: AbortSignal): Promise<ServiceAddress> {
    const bearer = await this.#credential.bearer(signal);
    if (this.#deps.team.mayUse(bearer)) return { baseUrl: this.baseUrl, bearer };
    await orStopped(
      this.#asking.run(bearer, () => this.#ask()),
      signal,
    );
    return this.current(signal);
  }

  origin(): Promise<string> {
    return Promise.resolve(new URL(this.baseUrl).origin);
  }

  renew(refusedBearer: string, signal: AbortSignal): Promise<boolean> {
    return this.#credential.renew(refusedBearer, signal);
  }

  onChange(): () => void {
    return () => undefined;
  }

  start(): void {
    // There is nothing of ours to start.
  }

  retry(): void {
    // Whoever asks calls the address again.
    this.#credential.retry();
  }

  async dispose(): Promise<void> {
    this.#stopper.abort(appIsClosing);
    await this.#asking.settled();
  }

  /** A bearer that is refused is renewed here as for any other request. */
  async #ask(): Promise<void> {
    const { team, whoIs } = this.#deps;
    let bearer = '';
    const address: AddressSource = {
      current: async (signal) => {
        bearer = await this.#credential.bearer(signal);
        return { baseUrl: this.baseUrl, bearer };
      },
      renew: (refused, signal) => this.#credential.renew(refused, signal),
    };
    const account = await whoIs(address, this.#stopper.signal);
    team.admit(bearer, account);
  }
}
