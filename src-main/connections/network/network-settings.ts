import { z } from 'zod';
import { AppError } from '../../../src-shared/app-error.ts';
import type { Network, NetworkTest, ProxyChange } from '../../../src-shared/contract/app/network.ts';
import { readAuthorities, trustAuthorities } from '../../api/http/authorities.ts';
import { findProxy, isInEnvironment, proxyFor, proxyUnusable, useProxies } from '../../api/http/proxy.ts';
import { sendOnce } from '../../api/http/send-once.ts';
import { withinTime } from '../../api/http/within-time.ts';
import type { Log, Platform, SecretStore } from '../../platform.ts';
import type { SettingsRepository } from '../../state/settings-repository.ts';

export interface NetworkSettingsDeps {
  readonly repository: SettingsRepository;
  readonly secrets: SecretStore;
  readonly log: Log;
  readonly resolveProxy: Platform['resolveProxy'];
}

const storedSchema = z.object({
  mode: z.enum(['system', 'none', 'manual', 'pac']),
  address: z.string(),
  user: z.string(),
  pacAddress: z.string(),
  hasPassword: z.boolean(),
  /** Certificates as PEM. */
  authorities: z.string(),
});
type Stored = z.infer<typeof storedSchema>;

const key = 'network';
const passwordAccount = 'proxy:password';
const testMs = 20_000;
const defaults: Stored = {
  mode: 'system',
  address: '',
  user: '',
  pacAddress: '',
  hasPassword: false,
  authorities: '',
};

/** Sets the proxy and the trusted certificates, for the API and storage alike. Changes apply to the next connection. */
export class NetworkSettings {
  readonly #deps: NetworkSettingsDeps;
  #onChange: (network: Network) => void = () => undefined;

  constructor(deps: NetworkSettingsDeps) {
    this.#deps = deps;
  }

  /**
   * Applies the stored settings once the state is open. Certificates that are no longer accepted do not stop the start.
   * @param onChange called with every change from then on.
   */
  start(onChange: (network: Network) => void = () => undefined): void {
    this.#onChange = onChange;
    useProxies((target) => this.#find(target));
    try {
      trustAuthorities(this.#stored.authorities);
    } catch (error) {
      this.#deps.log.error('The further certificates are not trusted.', error);
    }
  }

  /** Restores the proxies and authorities that apply without settings. */
  dispose(): void {
    useProxies(null);
    trustAuthorities('');
  }

  get(): Network {
    const { authorities, ...stored } = this.#stored;
    const certificates = authorities === '' ? [] : readAuthorities(authorities);
    return {
      ...stored,
      canUsePac: this.#deps.resolveProxy !== null,
      authorities: certificates.map(({ subject, validToDate }) => ({
        name: /^(?:CN|O)=(.+)$/m.exec(subject)?.[1] ?? subject,
        validTo: validToDate.getTime(),
      })),
    };
  }

  /**
   * Changes the proxy. If the keychain does not take the password, `Secrets` keeps it in memory and reports that.
   * @throws AppError `invalid_input` with reason `proxy_address` or `pac_address`.
   */
  async setProxy({ password, ...proxy }: ProxyChange): Promise<Network> {
    const address = proxy.mode === 'manual' ? parseProxy(proxy.address) : proxy.address;
    const pacAddress = proxy.mode === 'pac' ? parsePac(proxy.pacAddress) : proxy.pacAddress;
    const hasPassword = password === undefined ? this.#stored.hasPassword : password !== '';
    const { secrets } = this.#deps;
    let saved: Promise<void> | null = null;
    if (password === '') saved = secrets.delete(passwordAccount);
    else if (password !== undefined) saved = secrets.set(passwordAccount, password);
    const network = this.#change({ ...proxy, address, pacAddress, hasPassword });
    await saved;
    return network;
  }

  /** @throws AppError `invalid_input` with reason `no_certificate`, `not_supported_here`. */
  setAuthorities(pem: string | null): Network {
    const authorities = pem === null ? '' : readAuthorities(pem).join('\n');
    trustAuthorities(authorities);
    return this.#change({ authorities });
  }

  /**
   * Tests whether a service answers; any answer will do.
   * @param serviceUrl null if every connection stays on this computer.
   * @throws AppError `service_unreachable`, with the reason of the proxy or of the certificate if it is at fault.
   */
  async test(serviceUrl: string | null): Promise<NetworkTest> {
    if (serviceUrl === null) return { host: null, proxy: null };
    const { host } = new URL(serviceUrl);
    const proxy = await findProxy(new URL(serviceUrl));
    await withinTime(serviceUrl, testMs, (signal) =>
      sendOnce({ method: 'GET', url: serviceUrl, bearer: null, json: undefined, signal }),
    ).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'service_answer_unreadable') throw error;
    });
    return { host, proxy: proxy?.host ?? null };
  }

  get #stored(): Stored {
    return this.#deps.repository.read(key, storedSchema) ?? defaults;
  }

  #change(change: Partial<Stored>): Network {
    this.#deps.repository.write(key, { ...this.#stored, ...change });
    const network = this.get();
    this.#onChange(network);
    return network;
  }

  async #find(target: URL): Promise<URL | null> {
    const { mode, pacAddress } = this.#stored;
    const { resolveProxy } = this.#deps;
    if (mode === 'none') return null;
    if (mode === 'manual') return this.#manual();
    if (mode === 'system' && (!resolveProxy || isInEnvironment())) return proxyFor(target);
    if (!resolveProxy) throw proxyUnusable(target.host);
    return readAnswer(await resolveProxy(target, mode === 'pac' ? pacAddress : null), target);
  }

  async #manual(): Promise<URL> {
    const { address, user, hasPassword } = this.#stored;
    const proxy = new URL(address);
    if (user === '') return proxy;
    proxy.username = encodeURIComponent(user);
    if (hasPassword) proxy.password = encodeURIComponent(await this.#readPassword());
    return proxy;
  }

  /** Returns the password of the proxy. If the keychain fails, it is empty, and the proxy then demands one. */
  async #readPassword(): Promise<string> {
    try {
      return (await this.#deps.secrets.get(passwordAccount)) ?? '';
    } catch (error) {
      this.#deps.log.warn('The password of the proxy cannot be read.', { error });
      return '';
    }
  }
}

/** Reads Chromium's answer for an address: `PROXY host:port`, `HTTPS host:port` or `DIRECT`, in the order of use. */
function readAnswer(answer: string, { host }: URL): URL | null {
  for (const entry of answer.split(';')) {
    const [, kind, address = ''] = /^\s*(DIRECT|PROXY|HTTPS)\b\s*(\S*)/.exec(entry) ?? [];
    if (kind === 'DIRECT') return null;
    const proxy = URL.parse(`${kind === 'HTTPS' ? 'https' : 'http'}://${address}`);
    if (kind !== undefined && proxy) return proxy;
  }
  throw proxyUnusable(host);
}

function parseProxy(typed: string): string {
  const trimmed = typed.trim();
  const url = URL.parse(trimmed.includes('://') ? trimmed : `http://${trimmed}`);
  const isPlain = url?.pathname === '/' && url.username + url.password + url.search + url.hash === '';
  if (url && isPlain && /^https?:$/.test(url.protocol)) return url.origin;
  throw new AppError('invalid_input', 'This is no address of a proxy.', {
    details: { reason: 'proxy_address' },
  });
}

function parsePac(typed: string): string {
  const url = URL.parse(typed.trim());
  if (url && /^https?:$/.test(url.protocol)) return url.href;
  throw new AppError('invalid_input', 'This is no address of a script.', {
    details: { reason: 'pac_address' },
  });
}
