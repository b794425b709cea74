import { AppError } from '../../src-shared/app-error.ts';
import type { ServiceAddress } from '../api/service-address.ts';
import { orStopped } from '../concurrency/wait.ts';
import type { SecretStore } from '../platform.ts';
import type { ServiceSource, ServiceState } from './service-source.ts';

/** A service somewhere else, with the secret that is kept for its origin. */
export class AddressedService implements ServiceSource {
  readonly kind = 'address';
  readonly #baseUrl: URL;
  readonly #secrets: SecretStore;

  /** @throws AppError `invalid_input` for an address that is not https, nor http on this computer. */
  constructor(deps: { baseUrl: string; secrets: SecretStore }) {
    const url = URL.parse(deps.baseUrl);
    if (!url || !isEncryptedOrHere(url) || url.username + url.password + url.search + url.hash !== '') {
      throw new AppError(
        'invalid_input',
        'The address of the service must begin with https://, or with http:// for one on this computer.',
        { details: { reason: 'bad_address' } },
      );
    }
    this.#baseUrl = url;
    this.#secrets = deps.secrets;
  }

  get state(): ServiceState {
    return { state: 'running', baseUrl: this.#text };
  }

  async current(signal: AbortSignal): Promise<ServiceAddress> {
    const apiKey = await orStopped(this.#secrets.get(this.#baseUrl.origin), signal);
    return { baseUrl: this.#text, apiKey };
  }

  onChange(): () => void {
    return () => undefined;
  }

  start(): void {
    // There is nothing of ours to start.
  }

  retry(): void {
    // Whoever asks calls the address again.
  }

  dispose(): Promise<void> {
    return Promise.resolve();
  }

  get #text(): string {
    return this.#baseUrl.href.replace(/\/$/, '');
  }
}

/** The secret goes along with every request: never in the clear over a network. */
function isEncryptedOrHere({ protocol, hostname }: URL): boolean {
  return (
    protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname))
  );
}
