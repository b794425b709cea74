import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { StorageClient } from '../../../../../src-main/api/storage/storage-client.ts';
import { addressOf } from '../../../../fakes/main-fixture.ts';
import { TestServer } from '../../../../fakes/test-server.ts';

const signal = new AbortController().signal;

test('a signed link of the service itself is read without any credential', async () => {
  const server = await TestServer.start((_request, response) => response.end('bytes'));
  const storage = new StorageClient({ address: addressOf(server.url) });
  const { status, body } = await storage.open(`${server.url}/a?signature=1`, { range: 'bytes=0-' }, signal);
  expect(status).toBe(200);
  expect((await buffer(body)).toString()).toBe('bytes');
  const names = Object.keys(server.seen[0]?.headers ?? {});
  expect(names.sort()).toEqual(['accept-encoding', 'connection', 'host', 'range', 'user-agent']);
  expect(server.seen[0]?.headers['accept-encoding']).toBe('identity');
});

test.each([
  ['another port of this computer', 'private_address', 'https://127.0.0.1:1/x'],
  ['a name of this computer', 'private_address', 'https://localhost:1/x'],
  ['an address in disguise', 'private_address', 'https://0x7f.1/x'],
  ['the cloud metadata service', 'private_address', 'https://169.254.169.254/latest/meta-data'],
  ['an IPv6 form of loopback', 'private_address', 'https://[::ffff:127.0.0.1]/x'],
  ['an IPv4 address inside an IPv6 one', 'private_address', 'https://[::127.0.0.1]/x'],
  ['an address translated inside the own network', 'private_address', 'https://[64:ff9b:1::a00:1]/x'],
  ['an unencrypted host', 'not_encrypted', 'http://example.com/x'],
  ['a local file', 'not_a_web_address', 'file:///etc/passwd'],
  ['a link with a password', 'not_a_web_address', 'https://user:secret@example.com/'],
])('a link to %s is refused', async (_name, reason, url) => {
  const storage = new StorageClient({ address: addressOf('https://service.example') });
  await expect(storage.open(url, {}, signal)).rejects.toMatchObject({
    code: 'download_failed',
    details: { reason },
  });
});

test('a redirect away from the service into the own network is refused', async () => {
  const inner = await TestServer.start((_request, response) => response.end('secret'));
  const outer = await TestServer.start((_request, response) => {
    response.writeHead(302, { location: inner.url }).end();
  });
  const storage = new StorageClient({ address: addressOf(outer.url) });
  await expect(storage.open(`${outer.url}/x`, {}, signal)).rejects.toMatchObject({ code: 'download_failed' });
  expect(inner.seen).toHaveLength(0);
});

test('a kept connection that the other side closes as it is used is no failure', async () => {
  const used = new Set<unknown>();
  const server = await TestServer.start((_request, response) => {
    if (used.has(response.socket)) response.destroy();
    else response.end('bytes');
    used.add(response.socket);
  });
  const storage = new StorageClient({ address: addressOf(server.url) });
  const read = async (path: string): Promise<string> => {
    const { body } = await storage.open(server.url + path, {}, signal);
    return (await buffer(body)).toString();
  };
  await expect(read('/first')).resolves.toBe('bytes');
  await expect(read('/second')).resolves.toBe('bytes');
  expect(server.seen.map(({ url }) => url)).toEqual(['/first', '/second', '/second']);
});

test('three redirects are followed, a fourth is not', async () => {
  const server = await TestServer.start(({ url }, response) => {
    const left = Number(url.slice(1));
    if (left === 0) response.end('there');
    else response.writeHead(307, { location: `/${String(left - 1)}` }).end();
  });
  const storage = new StorageClient({ address: addressOf(server.url) });
  const { body } = await storage.open(`${server.url}/3`, {}, signal);
  expect((await buffer(body)).toString()).toBe('there');
  await expect(storage.open(`${server.url}/4`, {}, signal)).rejects.toMatchObject({
    details: { reason: 'too_many_redirects' },
  });
});
