import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const scripts = (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> })
  .scripts;

function checkElectron(...args: readonly string[]) {
  return spawnSync(process.execPath, [resolve('.ci/electron-age.ts'), ...args], { encoding: 'utf8' });
}

test('the age of the pinned Electron is printed by the check, and fails only where a limit is given', () => {
  expect(scripts['check']).toContain('check:electron');
  expect(checkElectron()).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(
      /^Electron \d+\.\d+\.\d+ was released on \d{4}-\d\d-\d\d, \d+ days ago\.\n$/,
    ) as unknown,
  });
  expect(checkElectron('--max-age-days', '36500').status).toBe(0);
  expect(checkElectron('--max-age-days=-1')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('pin a newer one') as unknown,
  });
});
