import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  fetchRelease,
  fileFor,
  isNewer,
  readFeed,
  type Release,
} from '../../../../src-main/updates/release.ts';
import { readUpdateSource } from '../../../../src-main/updates/update-source.ts';
import { FeedStandIn } from '../../../fakes/features/packaged-version.ts';
import { makeFolder } from '../../../fakes/main-fixture.ts';
import { TestServer } from '../../../fakes/test-server.ts';

const own = generateKeyPairSync('ed25519');
const other = generateKeyPairSync('ed25519');
const source = { feedUrl: new URL('https://example.com/feed.json'), publicKeys: [own.publicKey] };
const file = {
  platform: 'linux',
  arch: 'x64',
  kind: 'deb',
  isSlim: false,
  url: 'https://example.com/a.deb',
  sizeBytes: 10,
  sha256: 'a'.repeat(64),
  installedBytes: null,
};
const release: Release = {
  version: '1.2.0',
  releasedAt: 1,
  notes: { en: 'Faster.' },
  minimumVersion: null,
  files: [file],
};
const feedOf = (value: unknown): string => JSON.stringify(value);
const signed = (text: string, key = own.privateKey): string =>
  sign(null, Buffer.from(text), key).toString('base64');

test('a feed is read when one of the keys of the app has signed its very bytes', () => {
  const feed = feedOf(release);
  expect(readFeed(feed, signed(feed), source)).toEqual(release);
  const both = { ...source, publicKeys: [other.publicKey, own.publicKey] };
  expect(readFeed(feed, signed(feed), both)).toEqual(release);
});

test.each([
  ['of another key', feedOf(release), signed(feedOf(release), other.privateKey)],
  ['of other bytes', feedOf({ ...release, version: '9.0.0' }), signed(feedOf(release))],
  ['with a space more', `${feedOf(release)} `, signed(feedOf(release))],
  ['that is none', feedOf(release), 'no signature'],
  ['that is empty', feedOf(release), ''],
])('a feed with a signature %s is refused', (_what, feed, signature) => {
  expect(() => readFeed(feed, signature, source)).toThrow(
    expect.objectContaining({ code: 'update_refused', details: { reason: 'signature' } }),
  );
});

test.each([
  ['no JSON', 'no JSON'],
  ['a version that is none', feedOf({ ...release, version: '1.2' })],
  ['a version that leaves its folder', feedOf({ ...release, version: '../../1.2.0' })],
  ['a version in another form', feedOf({ ...release, version: 'v1.2.0' })],
  ['a file without encryption', feedOf({ ...release, files: [{ ...file, url: 'http://example.com/a' }] })],
  ['a file on the disk', feedOf({ ...release, files: [{ ...file, url: 'file:///etc/passwd' }] })],
  ['a password in an address', feedOf({ ...release, files: [{ ...file, url: 'https://a:b@example.com/' }] })],
  ['a hash that is none', feedOf({ ...release, files: [{ ...file, sha256: 'A'.repeat(64) }] })],
  ['a size beyond all', feedOf({ ...release, files: [{ ...file, sizeBytes: 1e12 }] })],
  ['endless notes', feedOf({ ...release, notes: { en: 'x'.repeat(30_000) } })],
  ['too many files', feedOf({ ...release, files: Array.from({ length: 101 }, () => file) })],
])('a signed feed with %s is refused', (_what, feed) => {
  expect(() => readFeed(feed, signed(feed), source)).toThrow(
    expect.objectContaining({ code: 'update_refused', details: { reason: 'feed' } }),
  );
});

test('a package fits by its system, processor, kind, and whether it has the local service', () => {
  const wanted = { platform: 'linux', arch: 'x64', kind: 'deb', isSlim: false } as const;
  expect(fileFor(release, wanted)).toEqual(file);
  for (const change of [
    { platform: 'darwin' },
    { arch: 'arm64' },
    { kind: 'rpm' as const },
    { isSlim: true },
  ])
    expect(fileFor(release, { ...wanted, ...change })).toBeNull();
});

test('versions are ordered by the rules of semantic versions', () => {
  expect(isNewer('1.10.0', '1.9.0')).toBe(true);
  expect(isNewer('1.0.0', '1.0.0-beta.2')).toBe(true);
  expect(isNewer('1.0.0', '1.0.0')).toBe(false);
  expect(isNewer('1.0.0-beta.10', '1.0.0-beta.9')).toBe(true);
});

test('a distributor names a feed and its keys; without them there are no updates', async () => {
  const path = join(await makeFolder(), 'service.json');
  expect(readUpdateSource(path)).toBeNull();
  await writeFile(path, '{ "serviceUrl": null }');
  expect(readUpdateSource(path)).toBeNull();
  const key = own.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const updates = { feedUrl: 'https://example.com/feed.json', publicKeys: [key] };
  await writeFile(path, JSON.stringify({ serviceUrl: null, updates }));
  const read = readUpdateSource(path);
  expect(read?.feedUrl.href).toBe(updates.feedUrl);
  expect(read?.publicKeys[0]?.equals(own.publicKey)).toBe(true);
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
  const ofRsa = createPublicKey(rsa.export({ format: 'pem', type: 'spki' }));
  for (const change of [
    { feedUrl: 'http://example.com/feed.json' },
    { feedUrl: 'feed.json' },
    { publicKeys: [] },
    { publicKeys: ['no key'] },
    { publicKeys: [ofRsa.export({ format: 'der', type: 'spki' }).toString('base64')] },
  ]) {
    await writeFile(path, JSON.stringify({ serviceUrl: null, updates: { ...updates, ...change } }));
    expect(() => readUpdateSource(path), JSON.stringify(change)).toThrow('updates');
  }
});

test('a release that is published while its feed is read is taken, and one signed by another is read twice and refused', async () => {
  const feed = new FeedStandIn();
  feed.serve(release, other.privateKey);
  const next = { ...release, version: '1.3.0' };
  const server = await TestServer.start((request, response) => {
    feed.answer(request, response);
    if (request.url === '/feed.json') feed.serve(next);
  });
  const { signal } = new AbortController();
  const served = { feedUrl: new URL(`${server.url}/feed.json`), publicKeys: [feed.keys.publicKey] };
  expect(await fetchRelease(served, signal)).toMatchObject({ release: next });
  expect(server.seen.map(({ url, headers }) => [url, headers['cache-control']])).toEqual([
    ['/feed.json', undefined],
    ['/feed.json.sig', undefined],
    ['/feed.json', 'no-cache'],
    ['/feed.json.sig', 'no-cache'],
  ]);
  const unknown = { ...served, publicKeys: [own.publicKey] };
  await expect(fetchRelease(unknown, signal)).rejects.toMatchObject({ details: { reason: 'signature' } });
  expect(server.seen).toHaveLength(8);
});
