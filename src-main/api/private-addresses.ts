import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import { AppError } from '../../src-shared/app-error.ts';

/** Networks that are not the public internet (IANA special-purpose registries). */
const privateV4: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
const privateV6: readonly (readonly [network: string, bits: number])[] = [
  ['::', 96],
  ['64:ff9b:1::', 48],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

function createBlockList(): BlockList {
  const list = new BlockList();
  for (const [network, bits] of privateV6) list.addSubnet(network, bits, 'ipv6');
  for (const [network, bits] of privateV4) {
    list.addSubnet(network, bits, 'ipv4');
    const hex = network.split('.').map((part) => Number(part).toString(16).padStart(2, '0'));
    const groups = `${hex.slice(0, 2).join('')}:${hex.slice(2).join('')}`;
    list.addSubnet(`64:ff9b::${groups}`, 96 + bits, 'ipv6');
    list.addSubnet(`2002:${groups}::`, 16 + bits, 'ipv6');
  }
  return list;
}

const blockList = createBlockList();

/** True for loopback, link-local, private and reserved addresses, also written inside an IPv6 address. */
function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  return family === 0 || blockList.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** True when a URL's host is written as a private address. Names are told after their resolution. */
export function isPrivateHost(hostname: string): boolean {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) !== 0 && isPrivateAddress(bare);
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/**
 * Resolves a name and refuses it when any of its addresses is private, so that the connection goes to an
 * address that was looked at. For `dnsLookup` of the storage client.
 */
export function lookUpPublicOnly(hostname: string, options: LookupOptions, callback: LookupCallback): void {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error ?? !first) callback(error, '', 0);
    else if (addresses.some(({ address }) => isPrivateAddress(address))) {
      callback(refusedHost(hostname), '', 0);
    } else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
}

/** A link leads into the user's own network. */
export function refusedHost(hostname: string): AppError {
  return new AppError(
    'download_failed',
    `A link of the service leads to the private address of ${hostname}.`,
    {
      details: { host: hostname, reason: 'private_address' },
    },
  );
}
