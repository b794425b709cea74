import { execFile } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readFeed } from '../../src-main/updates/release.ts';
import { makeFolder } from '../fakes/main-fixture.ts';
import { packageVersion } from '../fakes/packaged-version.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();

const writeFeed = (key: string, ...words: readonly string[]): Promise<{ stdout: string }> =>
  promisify(execFile)(process.execPath, [join('.ci', 'feed.ts'), ...words], {
    env: { ...process.env, DAILIES_UPDATE_KEY: key },
  });

test('a feed names the packages of all systems in a folder, and is signed by the key', async () => {
  const folder = join(await makeFolder(), 'release');
  await mkdir(folder);
  const { archive } = packageVersion(await makeFolder(), '1.2.0');
  await copyFile(archive, join(folder, 'dailies-slim-1.2.0-linux-x64.tar.zst'));
  for (const name of ['dailies_1.2.0_amd64.deb', 'dailies-1.2.0-mac-arm64.dmg', 'dailies-1.1.0-mac-x64.dmg'])
    await writeFile(join(folder, name), name);
  const notes = join(folder, 'notes.json');
  await writeFile(notes, '{"en":"Faster.","de":"Schneller."}');
  const given = ['--folder', folder, '--url', 'https://example.com/dailies', '--app-version', '1.2.0'];
  await writeFeed(pem, ...given, '--notes', notes, '--minimum-version', '1.0.0');
  const [feed, signature] = await Promise.all(
    ['feed.json', 'feed.json.sig'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  const source = { feedUrl: new URL('https://example.com'), publicKeys: [publicKey] };
  const release = readFeed(feed ?? '', signature ?? '', source);
  expect(release).toMatchObject({
    ...{ version: '1.2.0', minimumVersion: '1.0.0', notes: { en: 'Faster.', de: 'Schneller.' } },
    files: [
      { platform: 'linux', arch: 'x64', kind: 'deb', isSlim: false, installedBytes: null },
      { platform: 'linux', arch: 'x64', kind: 'tar.zst', isSlim: true },
      { platform: 'darwin', arch: 'arm64', kind: 'dmg', isSlim: false },
    ],
  });
  const [deb, archived] = release.files;
  expect(deb).toMatchObject({
    url: 'https://example.com/dailies/dailies_1.2.0_amd64.deb',
    sizeBytes: 'dailies_1.2.0_amd64.deb'.length,
    sha256: createHash('sha256').update('dailies_1.2.0_amd64.deb').digest('hex'),
  });
  expect(archived?.installedBytes).toBeGreaterThan(archived?.sizeBytes ?? 0);
});

test('without a key, an address or a package the words say what is missing', async () => {
  const folder = await makeFolder();
  const url = ['--url', 'https://example.com/'];
  await expect(writeFeed('', '--folder', folder, ...url)).rejects.toThrow('DAILIES_UPDATE_KEY');
  await expect(writeFeed(pem, '--folder', folder)).rejects.toThrow('--url');
  await expect(writeFeed(pem, '--folder', folder, ...url)).rejects.toThrow('There is no package');
  const { privateKey: other } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ofEc = other.export({ format: 'pem', type: 'pkcs8' }).toString();
  await expect(writeFeed(ofEc, '--folder', folder, ...url)).rejects.toThrow('none of Ed25519');
});
