import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket, type TcpNetConnectOpts } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { userInTables } from '../../../../../src-main/hosts/browser/peer-user.ts';

const tables = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 11 1 0 100 0 0 10 0
   1: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 12 1 0 20 4 30 10 -1
   2: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1001        0 13 1 0 20 4 30 10 -1
`;

test('the user at the other end is that of the line with the ends the other way round', () => {
  const address = '127.0.0.1';
  const ends = { localAddress: address, localPort: 8080, remoteAddress: address, remotePort: 50_000 };
  expect(userInTables(tables, ends)).toBe(1001);
  expect(userInTables(tables, { ...ends, localPort: 50_000, remotePort: 8080 })).toBe(1000);
  expect(userInTables(tables, { ...ends, remotePort: 50_001 })).toBeNull();
});

test.skipIf(process.platform !== 'linux').each<[string, Partial<TcpNetConnectOpts>]>([
  ['from 127.0.0.1', { host: '127.0.0.1' }],
  ['from another address of the loopback', { host: '127.0.0.1', localAddress: '127.0.0.2' }],
  ['of a socket for IPv6', { host: '::ffff:127.0.0.1', family: 6 }],
])('a connection %s is found in the system’s tables', async (_what, options) => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const client = connect({ port: (server.address() as AddressInfo).port, ...options });
  const [socket] = await accepted;
  onTestFinished(() => {
    client.destroy();
    socket.destroy();
    server.close();
  });
  const found = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'latin1')));
  expect(userInTables(found.join('\n'), socket)).toBe(process.getuid?.());
});
