import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { artifactName, readManifest } from '../../.ci/package/package-facts.ts';
import { releaseSchema } from '../../src-main/updates/release.ts';
import { makeTemporaryFolder } from '../fakes/temporary-folder.ts';

const { name: programName, ...manifest } = readManifest();
const facts = { ...manifest, programName, platform: 'linux', arch: 'x64', isSlim: false } as const;
const deb = artifactName('deb', facts);
const archive = artifactName('tar.zst', facts);
const pem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();

let folder: string;
beforeEach(async () => {
  folder = join(await makeTemporaryFolder(), 'a release');
  mkdirSync(folder);
  writeFileSync(join(folder, deb), 'a package');
});

async function feed(words: readonly string[], key = pem) {
  const child = spawn(process.execPath, [join('.ci', 'feed.ts'), '--folder', folder, ...words], {
    env: { ...process.env, DAILIES_UPDATE_KEY: key },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { code, errors };
}

test('a feed names each package below the address that it is given', async () => {
  const written = await feed(['--url', 'https://example.com/dailies']);
  expect(written).toEqual({ code: 0, errors: '' });
  const release = releaseSchema.parse(JSON.parse(readFileSync(join(folder, 'feed.json'), 'utf8')));
  expect(release.files.map(({ url }) => url)).toEqual([`https://example.com/dailies/${deb}`]);
});

test.each([
  [['--url', 'example.com'], '--url must be'],
  [['--url', 'http://example.com/'], '--url must be'],
  [['--url', 'https://example.com/dailies?token=1'], '--url must be'],
  [['--url', 'https://example.com/#dailies'], '--url must be'],
  [['--url', 'https://example.com/', '--notes', '/nowhere.json'], '/nowhere.json'],
  [['--url', 'https://example.com/', '--notes', 'LICENSE'], 'LICENSE'],
  [['--url', 'https://example.com/', '--notes', 'tsconfig.json'], 'at notes'],
  [['--url', 'https://example.com/', '--minimum-version', '1'], 'at minimumVersion'],
])('the words %j are refused with the reason, and no feed is written', async (words, reason) => {
  const { code, errors } = await feed(words);
  expect(code).toBe(2);
  expect(errors).toContain(reason);
  expect(readdirSync(folder)).toEqual([deb]);
});

test('a key that cannot be read is refused with the name of its variable', async () => {
  const { code, errors } = await feed(['--url', 'https://example.com/'], 'update-key.pem');
  expect(code).toBe(2);
  expect(errors).toContain('DAILIES_UPDATE_KEY has to hold');
});

test('a damaged package is refused by its name', async () => {
  writeFileSync(join(folder, archive), 'a damaged archive');
  const { code, errors } = await feed(['--url', 'https://example.com/']);
  expect(code).toBe(2);
  expect(errors).toContain(join(folder, archive));
});
