import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { isOfOtherUser, userInTable } from '../../../../../src-main/hosts/browser/peer-user.ts';

const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 11 1 0 100 0 0 10 0
   1: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 12 1 0 20 4 30 10 -1
   2: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1001        0 13 1 0 20 4 30 10 -1
`;

test('the user at the other end is that of the line with the ports the other way round', () => {
  expect(userInTable(table, { local: 8080, remote: 50_000 })).toBe(1001);
  expect(userInTable(table, { local: 50_000, remote: 8080 })).toBe(1000);
  expect(userInTable(table, { local: 8080, remote: 50_001 })).toBeNull();
});

test.skipIf(process.platform !== 'linux')(
  'a connection of the same user is found in the system’s table',
  async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    onTestFinished(() => {
      client.destroy();
      server.close();
    });
    await once(client, 'connect');
    const ports = { local: client.remotePort ?? 0, remote: client.localPort ?? 0 };
    expect(userInTable(await readFile('/proc/net/tcp', 'latin1'), ports)).toBe(process.getuid?.());
    expect(await isOfOtherUser(ports)).toBe(false);
  },
);
