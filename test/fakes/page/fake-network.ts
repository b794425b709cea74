import { AppError } from '../../../src-shared/app-error.ts';
import type { Network, NetworkTest, ProxyChange } from '../../../src-shared/contract/app/network.ts';

/** Network settings of the fake main. */
export class FakeNetwork {
  network: Network = {
    mode: 'system',
    address: '',
    user: '',
    pacAddress: '',
    hasPassword: false,
    canUsePac: true,
    authorities: [],
  };
  /** Password that was typed last. */
  password: string | null = null;
  answer: NetworkTest = { host: 'api.example.com', proxy: null };

  handlers() {
    return {
      'network.get': () => this.network,
      'network.setProxy': ({ password, ...proxy }: ProxyChange) => {
        if (proxy.mode === 'manual' && !URL.canParse(proxy.address)) {
          const details = { reason: 'proxy_address' };
          throw new AppError('invalid_input', 'This is no address of a proxy.', { details });
        }
        if (password !== undefined) this.password = password;
        return this.#change({ ...proxy, hasPassword: Boolean(this.password) });
      },
      'network.setAuthorities': ({ pem }: { pem: string | null }) => {
        if (pem?.includes('CERTIFICATE') === false) {
          const details = { reason: 'no_certificate' };
          throw new AppError('invalid_input', 'There is no certificate in PEM form.', { details });
        }
        const found = { name: 'Studio Root CA', validTo: Date.UTC(2034, 4, 17) };
        return this.#change({ authorities: pem === null ? [] : [found] });
      },
      'network.test': () => this.answer,
    };
  }

  #change(change: Partial<Network>): Network {
    this.network = { ...this.network, ...change };
    return this.network;
  }
}
