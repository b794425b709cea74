import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeArtifacts } from '../../.ci/package/make-artifacts.ts';
import type { Maker, MakerInput } from '../../.ci/package/maker.ts';
import { makeTemporaryFolder } from '../fakes/temporary-folder.ts';

const workFolderModule = new URL('../../.ci/package/work-folder.ts', import.meta.url).href;

/** Returns the folders of a run, with the packages of an earlier run of the same version. */
async function afterAnEarlierRun(): Promise<MakerInput> {
  const outFolder = await makeTemporaryFolder();
  const workFolder = join(outFolder, 'work-1');
  const appFolder = join(outFolder, 'app');
  for (const folder of [workFolder, appFolder]) mkdirSync(folder);
  for (const name of ['dailies_1.2.3_amd64.deb', 'dailies-1.2.3-1.x86_64.rpm', 'dailies_1.2.2_amd64.deb'])
    writeFileSync(join(outFolder, name), 'old');
  return {
    facts: {
      productName: 'Dailies',
      programName: 'dailies',
      version: '1.2.3',
      description: '',
      license: 'MIT',
      platform: 'linux',
      arch: 'x64',
      isSlim: false,
      distributor: { homepage: null, maintainer: 'Ann Editor <ann@example.com>', screenshots: [] },
    },
    appFolder,
    outFolder,
    workFolder,
    appImageRuntime: null,
  };
}

const deb: Maker = {
  format: 'deb',
  lacks: () => null,
  make: (_input, path) => {
    writeFileSync(path, 'new');
    return Promise.resolve();
  },
};
const noRpm: Maker = { ...deb, format: 'rpm', lacks: () => 'there is no rpmbuild on this computer' };

test('a format that cannot be made is named, and its package of an earlier run is removed', async () => {
  const input = await afterAnEarlierRun();
  const { artifacts, notMade } = await makeArtifacts(input, ['rpm', 'deb'], [deb, noRpm]);
  expect(artifacts.map(({ path }) => basename(path))).toEqual(['dailies_1.2.3_amd64.deb']);
  expect(notMade).toEqual(['Not made: rpm, as there is no rpmbuild on this computer.']);
  expect(readdirSync(input.outFolder).sort()).toEqual([
    'app',
    'dailies_1.2.2_amd64.deb',
    'dailies_1.2.3_amd64.deb',
    'work-1',
  ]);
  expect(readFileSync(join(input.outFolder, 'dailies_1.2.3_amd64.deb'), 'utf8')).toBe('new');
});

test('a maker that fails halfway leaves no part of its package, and no package of an earlier run', async () => {
  const input = await afterAnEarlierRun();
  const full: Maker = {
    ...deb,
    make: (_input, path) => {
      writeFileSync(path, 'hal');
      return Promise.reject(new Error('No space is left.'));
    },
  };
  await expect(makeArtifacts(input, ['deb', 'rpm'], [full, noRpm])).rejects.toThrow('No space is left.');
  expect(readdirSync(input.outFolder).sort()).toEqual(['app', 'dailies_1.2.2_amd64.deb', 'work-1']);
});

test('a run is complete with all formats that were named, or with any if none was', async () => {
  const input = await afterAnEarlierRun();
  const isComplete = async (named: Parameters<typeof makeArtifacts>[1], makers: Maker[]): Promise<boolean> =>
    (await makeArtifacts(input, named, makers)).isComplete;
  expect(await isComplete(['deb', 'folder'], [deb, noRpm])).toBe(true);
  expect(await isComplete(['deb', 'rpm'], [deb, noRpm])).toBe(false);
  expect(await isComplete(['exe'], [{ ...deb, format: 'exe' }])).toBe(false);
  const others: Maker[] = ['tar.zst', 'AppImage'].map((format) => ({ ...noRpm, format }) as Maker);
  expect(await isComplete(null, [deb, noRpm, ...others])).toBe(true);
  expect(await isComplete(null, [{ ...noRpm, format: 'deb' }, noRpm, ...others])).toBe(false);
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('the folder of a run goes with it, also at %s', async (signal, code) => {
  const outFolder = await makeTemporaryFolder();
  const program = `
    import { makeWorkFolder } from ${JSON.stringify(workFolderModule)};
    import { writeFileSync } from 'node:fs';
    writeFileSync(makeWorkFolder(process.argv[1]) + '/part', '');
    setInterval(() => undefined, 1_000);
    console.log('begun');
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, outFolder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close');
  await once(child.stdout, 'data');
  expect(readdirSync(outFolder)).toHaveLength(1);
  child.kill(signal);
  expect(await ended).toEqual([code, null]);
  expect(readdirSync(outFolder)).toEqual([]);
});
