import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** Both ends of a connection between two programs of this computer: IPv4 addresses and ports. */
export type LoopbackEnds = Pick<Socket, 'localAddress' | 'localPort' | 'remoteAddress' | 'remotePort'>;

/** Superusers can do anything, and programs that pass on connections often are. */
const superuser = 0;
/** A program may use a socket for IPv6 and the mapped address; Linux lists it in another table. */
const mapped = '0000000000000000FFFF0000';

/** Writes an IPv4 address and a port as in Linux' tables: `127.0.0.1` and 80 are `0100007F:0050`. */
function endInTable(address = '', port = 0): string {
  const bytes = address.replace(/^::ffff:/i, '').split('.');
  const hex = (value: number, length: number): string =>
    value.toString(16).toUpperCase().padStart(length, '0');
  const written = bytes.reverse().map((byte) => hex(Number(byte), 2));
  const ofPort = hex(port, 4);
  return `${written.join('')}:${ofPort}`;
}

/**
 * Returns the id of the user whose program is at the other end, from Linux' tables of connections; null if it is in
 * none.
 */
export function userInTables(tables: string, ends: LoopbackEnds): number | null {
  const from = endInTable(ends.remoteAddress, ends.remotePort);
  const to = endInTable(ends.localAddress, ends.localPort);
  for (const line of tables.split('\n')) {
    const [, local = '', remote = '', , , , , user] = line.trim().split(/\s+/);
    if (local.replace(mapped, '') === from && remote.replace(mapped, '') === to) return Number(user);
  }
  return null;
}

/**
 * True if the program at the other end of a connection over IPv4's loopback belongs to another user. Only Linux tells.
 * False on other systems, for the superuser on either side, and where the connection is not in this system's tables, as
 * from outside a container.
 */
export async function isOfOtherUser(ends: LoopbackEnds): Promise<boolean> {
  const own = process.getuid?.();
  if (own === undefined || own === superuser) return false;
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'latin1').catch(() => ''));
  const user = userInTables((await Promise.all(tables)).join('\n'), ends);
  return user !== null && user !== own && user !== superuser;
}
