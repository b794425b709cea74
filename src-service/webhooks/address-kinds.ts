import { BlockList, isIP } from 'node:net';

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
export function addressKindOf(address: string): 'loopback' | 'private' | 'public' {
  const plain = address.replace(/%.*$/u, '');
  if (isIP(plain) === 0) return 'private';
  if (isIn(loopback, plain)) return 'loopback';
  return isIn(notPublic, plain) ? 'private' : 'public';
}
