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
 * What the registries of special-purpose addresses (RFC 6890) do not give to the public internet, among them the
 * addresses of cloud metadata services. Ranges that carry an IPv4 address inside an IPv6 one are closed whole.
 */
const notPublic = listOf([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['::/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32', '2002::/16'],
  ...['3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
]);

function isIn(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Where an IP address leads: to this computer, into a network that is not everyone's, or to the internet. */
function addressKindOf(address: string): 'loopback' | 'private' | 'public' {
  const plain = address.replace(/%.*$/u, '');
  if (isIP(plain) === 0) return 'private';
  if (isIn(loopback, plain)) return 'loopback';
  return isIn(notPublic, plain) ? 'private' : 'public';
}

/** Why an address is not delivered to, continuing the words “url ”. */
export class RefusedTarget extends Error {
  override readonly name = 'RefusedTarget';
}

/** An address found for a host name. */
export interface FoundAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

export interface WebhookTargetDeps {
  /** Addresses of a host name; rejects when there are none. */
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
  // A name of the internet that leads to this computer is no local address its owner has asked for.
  if (kind === 'loopback' && isLocalHost(hostName) && isLoopbackAllowed) return;
  if (kind === 'loopback') throw new RefusedTarget('must not lead to this computer');
  throw new RefusedTarget('must not lead into a private network');
}

/**
 * Which addresses events may be sent to: https anywhere in the public internet, and plain http only to this computer
 * when that is allowed (contract supplement §4.9). An address is checked where it really leads, since names and
 * spellings such as `http://2130706433/` tell nothing.
 */
export class WebhookTarget {
  readonly #deps: WebhookTargetDeps;

  constructor(deps: WebhookTargetDeps) {
    this.#deps = deps;
  }

  /** The parts of an address that need no network. @throws RefusedTarget */
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
   * The address to connect to. All a name leads to is checked, so that none slips in between.
   * @throws RefusedTarget; what the look-up threw
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
