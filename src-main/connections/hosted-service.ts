import { backoffMs } from '../../src-shared/backoff.ts';
import type { ConnectionAccount } from '../../src-shared/contract/connection.ts';
import { needsOf } from '../../src-shared/error-policy.ts';
import { callingAgain } from '../api/http/availability.ts';
import type { AddressSource, ServiceAddress } from '../api/http/service-address.ts';
import { SingleFlight } from '../foundation/single-flight.ts';
import { appIsClosing, orStopped } from '../foundation/wait.ts';
import type { Clock } from '../platform.ts';
import type { ConnectionTeam } from './connection-team.ts';
import type { ServiceSource, ServiceState } from './local-service/service-source.ts';

/** Credential with which a hosted connection signs its requests. */
export interface Credential {
  /** @throws AppError `signed_out` without a credential, `keychain_*`, `cancelled`; for a token also as its renewal. */
  bearer(signal: AbortSignal): Promise<string>;
  /** Called when the service refused a bearer. True if another one is available. */
  renew(refusedBearer: string, signal: AbortSignal): Promise<boolean>;
  /** Forgets the last refusal or failed renewal, because the user or the app tries again. */
  retry(): void;
  /** Signs out at once. Revokes the credential where possible, and removes it here in any case. */
  signOut(): Promise<void>;
}

export interface HostedServiceDeps {
  readonly kind: 'oauth' | 'key';
  /** Base URL as returned by `parseServiceUrl`. */
  readonly baseUrl: string;
  readonly credential: Credential;
  readonly team: ConnectionTeam;
  /** Creates the function that asks the service for the account of a bearer, with one request per call. */
  readonly whoIs: (address: AddressSource) => (signal: AbortSignal) => Promise<ConnectionAccount>;
  readonly clock: Clock;
}

/** Reason why the account of a bearer is not known. */
interface Failure {
  readonly bearer: string;
  readonly error: unknown;
  readonly count: number;
  readonly untilMs: number;
}

/**
 * A remote service: its address never changes, but its credential may. While work is unfinished, no credential is sent
 * before it is known to belong to the team of that work, because the keychain may hold an older one.
 */
export class HostedService implements ServiceSource {
  readonly kind: 'oauth' | 'key';
  readonly baseUrl: string;
  readonly #deps: HostedServiceDeps;
  readonly #credential: Credential;
  readonly #whoIs: (signal: AbortSignal) => Promise<ConnectionAccount>;
  readonly #asking = new SingleFlight<Failure | null>();
  readonly #stopper = new AbortController();
  /** Bearer of the last request for an account. */
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
    // The failure may be of another bearer.
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
    // A remote service needs no start.
  }

  retry(): void {
    // The caller of `retry` calls the address again.
    this.#failure = null;
    this.#credential.retry();
  }

  async dispose(): Promise<void> {
    this.#stopper.abort(appIsClosing);
    await this.#asking.settled();
  }

  /** Returns a recent failure, which is the answer to all requests of the connection for a while. */
  #failureOf(bearer: string): Failure | null {
    const failure = this.#failure;
    return failure?.bearer === bearer && failure.untilMs > this.#deps.clock.monotonicMs() ? failure : null;
  }

  #askOnce(bearer: string): Promise<Failure | null> {
    return this.#asking.run('whose', async () => {
      this.#asked = bearer;
      try {
        // A refused bearer is renewed here as for any other request.
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
    // The availability probes an unreachable service, and everything waits for that.
    if (needsOf(error) !== 'network') this.#failure = failure;
    return failure;
  }
}
