import { isIP, BlockList } from 'node:net';

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    list.addSubnet(network, Number(bits), isIP(network) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

const loopback = listOf(['127.0.0.0/8', '::1/128']);

/**
 * Special-purpose addresses outside the public internet (RFC 6890), including those of cloud metadata services. Ranges
 * that embed IPv4 addresses in IPv6 are blocked completely.
 */
const notPublic = listOf([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]);

function isIn(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Classifies an IP address: this computer, a private network, or the internet. */
function addressKindOf(address: string): 'loopback' | 'private' | 'public' {
  const plain = address.replace(/%.*$/u, '');
  if (isIP(plain) === 0) return 'private';
  if (isIn(loopback, plain)) return 'loopback';
  return isIn(notPublic, plain) ? 'private' : 'public';
}

/** Thrown for an address that must not receive events. The message continues the words “url ”. */
export class RefusedTarget extends Error {
  override readonly name = 'RefusedTarget';
}

/** An address found for a host name. */
export interface FoundAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

export interface WebhookTargetDeps {
  /** Returns the addresses of a host name; rejects if it has none. */
  readonly lookUp: (hostName: string) => Promise<readonly FoundAddress[]>;
  /** Whether programs on this computer may receive events. */
  readonly isLoopbackAllowed: boolean;
}

function hostNameOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/gu, '').replace(/\.$/u, '');
}

function isLocalName(hostName: string): boolean {
  return hostName === 'localhost' || hostName.endsWith('.localhost');
}

function isLocalHost(hostName: string): boolean {
  return isLocalName(hostName) || (isIP(hostName) !== 0 && addressKindOf(hostName) === 'loopback');
}

function assertAllowed(hostName: string, { address }: FoundAddress, isLoopbackAllowed: boolean): void {
  const kind = addressKindOf(address);
  if (kind === 'public' && !isLocalHost(hostName)) return;
  // Loopback must be named as such. A public name that leads here is no local address the owner asked for.
  if (kind === 'loopback' && isLocalHost(hostName) && isLoopbackAllowed) return;
  if (kind === 'loopback') throw new RefusedTarget('must not lead to this computer');
  throw new RefusedTarget('must not lead into a private network');
}

/**
 * Decides which addresses may receive events: https anywhere on the public internet, and plain http only on this
 * computer if allowed (contract supplement §4.9). Checks the resolved address, because names and spellings such as
 * `http://2130706433/` can hide it.
 */
export class WebhookTarget {
  readonly #deps: WebhookTargetDeps;

  constructor(deps: WebhookTargetDeps) {
    this.#deps = deps;
  }

  /** Checks the parts of an address that need no network. @throws RefusedTarget */
  parse(text: string): URL {
    if (!URL.canParse(text)) throw new RefusedTarget('must be an absolute address');
    const url = new URL(text);
    const isLocal = isLocalHost(hostNameOf(url));
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)) {
      throw new RefusedTarget('must begin with https, or be an http address of this computer');
    }
    if (url.username !== '' || url.password !== '') throw new RefusedTarget('must not hold a password');
    if (isIP(hostNameOf(url)) !== 0) this.#literal(url);
    else if (isLocal && !this.#deps.isLoopbackAllowed) {
      throw new RefusedTarget('must not lead to this computer');
    }
    return url;
  }

  #literal(url: URL): FoundAddress {
    const address = hostNameOf(url);
    const found: FoundAddress = { address, family: isIP(address) === 6 ? 6 : 4 };
    assertAllowed(address, found, this.#deps.isLoopbackAllowed);
    return found;
  }

  /**
   * Returns the address to connect to, after checking all addresses of the name, so that none bypasses the check.
   * @throws RefusedTarget; the errors of the look-up
   */
  async resolve(url: URL): Promise<FoundAddress> {
    const hostName = hostNameOf(url);
    if (isIP(hostName) !== 0) return this.#literal(url);
    const found = await this.#deps.lookUp(hostName);
    for (const each of found) assertAllowed(hostName, each, this.#deps.isLoopbackAllowed);
    const preferred = found.find(({ family }) => family === 4) ?? found[0];
    if (!preferred) throw new Error('The host name has no address.');
    return preferred;
  }
}
