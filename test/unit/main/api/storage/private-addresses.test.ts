import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { connect, isIP } from 'node:net';
import { expect, test } from 'vitest';
import { createPublicLookup, isPrivateHost } from '../../../../../src-main/api/storage/private-addresses.ts';

const one = { address: '9.9.9.9', family: 4 };
const other = { address: '2620:fe::9', family: 6 };
const inside = { address: '192.168.1.7', family: 4 };

/** Creates a name server that gives these answers in order. */
function setUp(...answers: LookupAddress[][]) {
  let asked = 0;
  const lookup = createPublicLookup((_hostname, _options, callback) => {
    const addresses = answers[asked] ?? [];
    asked += 1;
    setImmediate(callback, null, addresses);
  });
  const resolve = (all = false): Promise<unknown[]> =>
    new Promise((settle) => {
      lookup('storage.example', { all }, (...answer) => {
        settle(answer);
      });
    });
  return { lookup, resolve, asked: () => asked };
}

const refusal = { code: 'download_failed', details: { reason: 'private_address' } };

test.each([
  ['this computer', ['127.0.0.1', '127.255.0.1', '0.0.0.0', '::1', '::', '::127.0.0.1', '::ffff:127.0.0.1']],
  ['private networks', ['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.0.1', '100.64.0.1', 'fd00::1']],
  ['one link', ['169.254.169.254', 'fe80::1', 'febf::1', 'fec0::1']],
  [
    'IPv4 in IPv6',
    ['::ffff:0:10.0.0.1', '::ffff:10.0.0.1', '64:ff9b::10.0.0.1', '64:ff9b:1::1', '2002:a00:1::'],
  ],
  [
    'Teredo and other protocols',
    ['2001::1', '2001:0:4136:e378::1', '2001:2::1', '2001:10::1', '2001:20::1', '192.0.0.8'],
  ],
  ['documents', ['192.0.2.1', '198.51.100.1', '203.0.113.255', '2001:db8::1', '3fff:fff::1']],
  [
    'nobody',
    ['100::1', '100:0:0:1::1', '5f00::1', '192.88.99.1', '198.19.0.1', '240.0.0.1', '255.255.255.255'],
  ],
  ['many', ['224.0.0.1', '239.255.255.255', 'ff02::1']],
])('an address of %s is no address of the public internet', (_name, addresses) => {
  for (const address of addresses) {
    expect(isIP(address), address).not.toBe(0);
    expect(isPrivateHost(address), address).toBe(true);
    const { hostname } = new URL(`https://${address.includes(':') ? `[${address}]` : address}/`);
    expect(isPrivateHost(hostname), hostname).toBe(true);
  }
});

test.each([
  '9.9.9.9',
  '11.0.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '192.0.1.1',
  '192.0.3.1',
  '192.88.98.1',
  '198.17.0.1',
  '198.20.0.1',
  '223.255.255.255',
  '64:ff9b::9.9.9.9',
  '2001:200::1',
  '2001:4860::1',
  '2002:909:909::1',
  '2620:fe::9',
  '3ffe::1',
  '::ffff:9.9.9.9',
])('%s is an address of the public internet', (address) => {
  expect(isPrivateHost(address)).toBe(false);
});

test('a name is judged after its resolution', () => {
  expect(isPrivateHost('localhost')).toBe(false);
});

test('a name of public addresses is resolved to them', async () => {
  expect(await setUp([one, other]).resolve(true)).toEqual([null, [one, other]]);
  expect(await setUp([one, other]).resolve()).toEqual([null, one.address, one.family]);
});

test('a name of which one address is private is refused as a whole, wherever it stands', async () => {
  for (const addresses of [
    [one, inside],
    [inside, one],
    [one, other, { address: '::1', family: 6 }],
  ]) {
    for (const all of [true, false]) {
      const [error] = await setUp(addresses).resolve(all);
      expect(error).toMatchObject(refusal);
    }
  }
});

test('a name that turns private is refused from then on, and each time again', async () => {
  const { resolve } = setUp([one], [inside], [one]);
  expect(await resolve()).toEqual([null, one.address, 4]);
  expect((await resolve())[0]).toMatchObject(refusal);
  expect(await resolve()).toEqual([null, one.address, 4]);
});

test('a name of no address, or that cannot be resolved, is no address', async () => {
  expect(await setUp([]).resolve()).toEqual([null, '', 0]);
  const unknown = Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' });
  const lookup = createPublicLookup((_hostname, _options, callback) => {
    callback(unknown, undefined as never);
  });
  expect(await new Promise((settle) => lookup('none.example', {}, settle))).toBe(unknown);
});

test.each([true, false])(
  'a connection goes to the address that was looked at, without asking again (all addresses: %s)',
  async (autoSelectFamily) => {
    const { lookup, asked } = setUp([one], [inside]);
    const socket = connect({ host: 'storage.example', port: 9, lookup: lookup, autoSelectFamily });
    socket.on('error', () => undefined);
    const [, address] = (await once(socket, 'lookup')) as unknown[];
    socket.destroy();
    expect([address, asked()]).toEqual([one.address, 1]);
  },
);

test('a connection to a name that turned private is not made', async () => {
  const { lookup } = setUp([inside]);
  const socket = connect({ host: 'storage.example', port: 9, lookup: lookup });
  const [error] = (await once(socket, 'error')) as unknown[];
  expect(error).toMatchObject(refusal);
});
