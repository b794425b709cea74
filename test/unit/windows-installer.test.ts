import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeIcons } from '../../.ci/package/icons.ts';
import { lacksProgram } from '../../.ci/package/maker.ts';
import { artifactName } from '../../.ci/package/package-facts.ts';
import { windowsMakers } from '../../.ci/package/windows/windows-makers.ts';

const hasMaker = lacksProgram('makensis', ['-VERSION']) === null;

test.runIf(hasMaker)('the Windows installer is made without a warning of its maker', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dailies-installer-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const appFolder = join(folder, 'app');
  const icons = join(folder, 'icons');
  for (const path of [appFolder, icons]) mkdirSync(path);
  writeFileSync(join(appFolder, 'Dailies.exe'), 'the app');
  await writeIcons(icons);
  const facts = {
    productName: 'Dailies',
    programName: 'dailies',
    version: '1.2.3-beta.1',
    description: '',
    ...({ license: 'MIT', platform: 'win32', arch: 'x64', isSlim: true } as const),
    distributor: { homepage: null, maintainer: 'Ann Editor <ann@example.com>', screenshots: [] },
  };
  const path = join(folder, artifactName('exe', facts));
  await windowsMakers[0]?.make(
    { facts, appFolder, outFolder: folder, workFolder: folder, appImageRuntime: null },
    path,
  );
  expect(readFileSync(path).subarray(0, 2).toString('latin1')).toBe('MZ');
});
