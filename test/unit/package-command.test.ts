import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { makeTemporaryFolder } from '../fakes/temporary-folder.ts';

test.each([
  ['--built', 'missing'],
  ['--built', 'empty'],
  ['--built', 'a file'],
  ['--service', 'missing.json'],
  ['--service', 'settings.json'],
  ['--service', 'a file'],
  ['--service', 'empty'],
  ['--electron-zip', 'electron-v45.4.1-linux-x64.zip'],
  ['--app-version', '1.2'],
  ['--app-version', '../1.2.3'],
  ['--out', 'a file'],
  ['--out', 'a file/packages'],
])('npm run package refuses %s %s before it makes anything', async (option, value) => {
  const folder = await makeTemporaryFolder();
  const built = join(folder, 'built');
  const out = join(folder, 'packages');
  mkdirSync(join(built, 'main'), { recursive: true });
  mkdirSync(join(folder, 'empty'));
  writeFileSync(join(folder, 'a file'), '');
  writeFileSync(join(folder, 'settings.json'), '{"serviceUrl":null,"updates":{}}');
  const given = option === '--app-version' ? value : join(folder, value);
  const words = ['--slim', '--built', built, '--out', out, option, given];
  const child = spawn(process.execPath, [join('.ci', 'package.ts'), ...words], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect(code).toBe(2);
  expect(errors).toContain(given);
  expect(errors).toContain('Usage: npm run package');
  expect(errors).not.toMatch(/^ +at /m);
  expect(existsSync(out)).toBe(false);
});

test.runIf(process.platform === 'linux')(
  'npm run package refuses an output folder where none can be made',
  async () => {
    const built = join(await makeTemporaryFolder(), 'built');
    mkdirSync(join(built, 'main'), { recursive: true });
    const words = ['--slim', '--built', built, '--out', '/proc/packages'];
    const child = spawn(process.execPath, [join('.ci', 'package.ts'), ...words], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect([code, errors]).toEqual([2, expect.stringMatching(/^\/proc\/packages cannot be used: /)]);
  },
);

test('npm run package says in a line why it failed', async () => {
  const folder = await makeTemporaryFolder();
  // The build lacks its other parts.
  mkdirSync(join(folder, 'built', 'main'), { recursive: true });
  const words = ['--slim', '--built', join(folder, 'built'), '--out', join(folder, 'packages')];
  const child = spawn(process.execPath, [join('.ci', 'package.ts'), ...words], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect(code).toBe(1);
  expect(errors).toMatch(/^npm run package failed: .*built.preload.*\n$/);
});
