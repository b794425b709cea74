import { readFile } from 'node:fs/promises';

/** The ports of a connection between two programs of this computer. */
export interface LoopbackPorts {
  /** Port of this program. */
  readonly local: number;
  /** Port of the program at the other end. */
  readonly remote: number;
}

/** Superusers can do anything, and programs that pass on connections often are. */
const superuser = 0;

/**
 * Returns the id of the user whose program is at the other end, from Linux' table of IPv4 connections; null if it is not
 * in the table.
 */
export function userInTable(table: string, { local, remote }: LoopbackPorts): number | null {
  const [from, to] = [remote, local].map(
    (port) => `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`,
  );
  for (const line of table.split('\n')) {
    const columns = line.trim().split(/\s+/);
    if (columns[1] === from && columns[2] === to) return Number(columns[7]);
  }
  return null;
}

/**
 * True if the program at the other end of a connection over 127.0.0.1 belongs to another user. Only Linux tells; false
 * on other systems, and where the connection comes from outside this system's own table, as out of a container.
 */
export async function isOfOtherUser(ports: LoopbackPorts): Promise<boolean> {
  const own = process.getuid?.();
  const table = await readFile('/proc/net/tcp', 'latin1').catch(() => null);
  if (table === null || own === undefined) return false;
  const user = userInTable(table, ports);
  return user !== null && user !== own && user !== superuser;
}
