import type { ServiceAddress } from '../api/service-address.ts';
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

/** A service somewhere else: its address never changes, its credential may come and go. */
export class HostedService implements ServiceSource {
  readonly kind: 'oauth' | 'key';
  readonly baseUrl: string;
  readonly #credential: Credential;

  /** @param deps.baseUrl as `parseServiceUrl` gives it. */
  constructor(deps: { kind: 'oauth' | 'key'; baseUrl: string; credential: Credential }) {
    this.kind = deps.kind;
    this.baseUrl = deps.baseUrl;
    this.#credential = deps.credential;
  }

  get state(): ServiceState {
    return { state: 'running', baseUrl: this.baseUrl };
  }

  async current(signal: AbortSignal): Promise<ServiceAddress> {
    return { baseUrl: this.baseUrl, bearer: await this.#credential.bearer(signal) };
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

  dispose(): Promise<void> {
    return Promise.resolve();
  }
}
