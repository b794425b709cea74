import { expect, test } from 'vitest';
import { type FoundAddress, WebhookTarget } from '../../../../src-service/webhooks/webhook-target.ts';

function targetWith(addresses: readonly string[], isLoopbackAllowed = true): WebhookTarget {
  const found = addresses.map((address): FoundAddress => ({
    address,
    family: address.includes(':') ? 6 : 4,
  }));
  return new WebhookTarget({ lookUp: async () => found, isLoopbackAllowed });
}

async function resolve(target: WebhookTarget, url: string): Promise<FoundAddress> {
  return target.resolve(target.parse(url));
}

test('a public name leads to its address, IPv4 before IPv6', async () => {
  const target = targetWith(['2606:4700::1111', '1.1.1.1']);
  expect(await resolve(target, 'https://hooks.example/')).toEqual({ address: '1.1.1.1', family: 4 });
});

test.each([
  ['10.1.2.3'],
  ['172.31.0.1'],
  ['192.168.0.1'],
  ['100.64.0.1'],
  ['169.254.169.254'],
  ['0.0.0.0'],
  ['255.255.255.255'],
  ['::ffff:10.0.0.1'],
  ['::ffff:7f00:1'],
  ['::'],
  ['fe80::1%eth0'],
  ['fc00::1'],
  ['2002:a00:1::1'],
  ['64:ff9b::a9fe:a9fe'],
  ['127.0.0.1'],
  ['::1'],
])('a name of the internet that leads to %s is refused', async (address) => {
  await expect(resolve(targetWith([address]), 'https://hooks.example/')).rejects.toThrow(/must not lead/);
});

test('one private address among public ones is enough to refuse', async () => {
  const target = targetWith(['1.1.1.1', '10.0.0.1']);
  await expect(resolve(target, 'https://hooks.example/')).rejects.toThrow(/private network/);
});

test('localhost leads to this computer only', async () => {
  expect(await resolve(targetWith(['::1', '127.0.0.1']), 'http://localhost:8/')).toMatchObject({
    address: '127.0.0.1',
  });
  await expect(resolve(targetWith(['1.1.1.1']), 'http://localhost/')).rejects.toThrow(/must not lead/);
});

test.each([
  'http://localhost/',
  'http://127.0.0.1/',
  'http://[::1]/',
  'https://localhost/',
  'http://0x7f.1/',
])('where this computer is forbidden, %s is refused', (url) => {
  expect(() => targetWith(['127.0.0.1'], false).parse(url)).toThrow(/this computer/);
});
