import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { makeTemporaryFolder } from '../fakes/temporary-folder.ts';

test.each([
  ['--built', 'missing'],
  ['--service', 'missing.json'],
  ['--service', 'settings.json'],
  ['--electron-zip', 'electron-v45.4.1-linux-x64.zip'],
  ['--app-version', '1.2'],
  ['--app-version', '../1.2.3'],
  ['--out', 'a file'],
])('npm run package refuses %s %s before it makes anything', async (option, value) => {
  const folder = await makeTemporaryFolder();
  const [built, out] = [join(folder, 'built'), join(folder, 'packages')];
  mkdirSync(built);
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
  expect(existsSync(out)).toBe(false);
});
