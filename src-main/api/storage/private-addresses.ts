import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { AppError } from '../../../src-shared/app-error.ts';

/** Time limit of a lookup: a network without name resolution may not answer at all. */
const namesWithinMs = 5_000;

/**
 * Networks outside the public internet: those that the IANA special-purpose registries do not call globally reachable,
 * multicast, and the withdrawn anycast of 6to4.
 */
const privateV4: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
const privateV6: readonly (readonly [network: string, bits: number])[] = [
  ['::', 96],
  // IPv4 addresses as a translator writes them (RFC 2765).
  ['::ffff:0:0:0', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['100:0:0:1::', 64],
  // Protocol assignments: Teredo, benchmarks, identifiers of hosts.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
  ['5f00::', 16],
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

/** True if a URL's host is written as a private address. Names are checked when they are resolved. */
export function isPrivateHost(hostname: string): boolean {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) !== 0 && isPrivateAddress(bare);
}

/** Resolves a name to all its addresses. */
type Resolve = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Creates a lookup that resolves a name once and refuses it if any of its addresses is private. The connection then
 * goes to a checked address.
 */
export function createPublicLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error ?? !first) callback(error, '', 0);
      else if (addresses.some(({ address }) => isPrivateAddress(address))) {
        callback(refusedHost(hostname), '', 0);
      } else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/** Uses the system's resolver, for sockets and the storage client. */
export const lookUpPublicOnly = createPublicLookup(lookup);

/**
 * Resolves unless this computer finds a private address for a name within five seconds.
 * @throws AppError `download_failed` with reason `private_address`.
 */
export async function refusePrivateName(hostname: string, lookUp = lookUpPublicOnly): Promise<void> {
  const refused = new Promise<unknown>((resolve) => {
    lookUp(hostname, { all: true }, resolve);
  });
  const late = new AbortController();
  const error = await Promise.race([
    refused,
    setTimeout(namesWithinMs, null, { signal: late.signal, ref: false }),
  ]);
  late.abort();
  if (error instanceof AppError) throw error;
}

/** Returns the error for a link that leads into the user's own network. */
export function refusedHost(hostname: string): AppError {
  return new AppError(
    'download_failed',
    `A link of the service leads to the private address of ${hostname}.`,
    {
      details: { host: hostname, reason: 'private_address' },
    },
  );
}
