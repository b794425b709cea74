import { lookup } from 'node:dns/promises';
import type { FoundAddress } from './webhook-target.ts';

/** All addresses the system knows for a host name. @throws as the system's resolver says */
export async function lookUpHost(hostName: string): Promise<readonly FoundAddress[]> {
  const found = await lookup(hostName, { all: true });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
}
