import { backoffMs } from '../../src-shared/backoff.ts';
import type { ConnectionAccount } from '../../src-shared/contract/connection.ts';
import { needsOf } from '../../src-shared/error-policy.ts';
import { callingAgain } from '../api/availability.ts';
import type { AddressSource, ServiceAddress } from '../api/service-address.ts';
import { SingleFlight } from '../foundation/single-flight.ts';
import { appIsClosing, orStopped } from '../foundation/wait.ts';
import type { Clock } from '../platform.ts';
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
  /** Makes what asks the service whom the bearer of an address belongs to, once each time. */
  readonly whoIs: (address: AddressSource) => (signal: AbortSignal) => Promise<ConnectionAccount>;
  readonly clock: Clock;
}

/** Why it is not known whom a bearer belongs to. */
interface Failure {
  readonly bearer: string;
  readonly error: unknown;
  readonly count: number;
  readonly untilMs: number;
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
  readonly #whoIs: (signal: AbortSignal) => Promise<ConnectionAccount>;
  readonly #asking = new SingleFlight<Failure | null>();
  readonly #stopper = new AbortController();
  /** The bearer that was last asked about. */
  #asked = '';
  #failure: Failure | null = null;

  constructor(deps: HostedServiceDeps) {
    this.kind = deps.kind;
    this.baseUrl = deps.baseUrl;
    this.#deps = deps;
    this.#credential = deps.credential;
    this.#whoIs = deps.whoIs({
      current: async (signal) => {
        this.#asked = await this.#credential.bearer(signal);
        return { baseUrl: this.baseUrl, bearer: this.#asked };
      },
      renew: (refused, signal) => this.#credential.renew(refused, signal),
    });
  }

  get state(): ServiceState {
    return { state: 'running', baseUrl: this.baseUrl };
  }

  async current(signal: AbortSignal): Promise<ServiceAddress> {
    const bearer = await this.#credential.bearer(signal);
    if (this.#deps.team.mayUse(bearer)) return { baseUrl: this.baseUrl, bearer };
    const failure = this.#failureOf(bearer) ?? (await orStopped(this.#askOnce(bearer), signal));
    // It may have been asked about another one.
    if (failure?.bearer === bearer) throw failure.error;
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
    this.#failure = null;
    this.#credential.retry();
  }

  async dispose(): Promise<void> {
    this.#stopper.abort(appIsClosing);
    await this.#asking.settled();
  }

  /** Every request of the connection wants to know it: what went wrong is the answer to all of them for a while. */
  #failureOf(bearer: string): Failure | null {
    const failure = this.#failure;
    return failure?.bearer === bearer && failure.untilMs > this.#deps.clock.monotonicMs() ? failure : null;
  }

  #askOnce(bearer: string): Promise<Failure | null> {
    return this.#asking.run('whose', async () => {
      this.#asked = bearer;
      try {
        // A bearer that is refused is renewed here as for any other request.
        const account = await this.#whoIs(this.#stopper.signal);
        this.#deps.team.admit(this.#asked, account);
        this.#failure = null;
        return null;
      } catch (error) {
        return this.#noteFailure(error);
      }
    });
  }

  #noteFailure(error: unknown): Failure {
    const count = (this.#failure?.count ?? 0) + 1;
    const pauseMs = backoffMs(callingAgain, count - 1);
    const untilMs = this.#deps.clock.monotonicMs() + pauseMs;
    const failure = { bearer: this.#asked, error, count, untilMs };
    // One that is away is looked for by the availability, which everything waits for.
    if (needsOf(error) !== 'network') this.#failure = failure;
    return failure;
  }
}
