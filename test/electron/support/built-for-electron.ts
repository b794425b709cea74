import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foldersOf } from '../../../.ci/lock-file.ts';
import { copyPackage } from '../../../.ci/package/copy-package.ts';
import { openToAll } from '../../../.ci/package/files.ts';
import { readManifest } from '../../../.ci/package/package-facts.ts';
import type { ElectronForTests } from '../../../.ci/test-electron/test-electron.ts';
import { checkoutNode } from '../../../src-main/hosts/node/service-program.ts';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
}

/**
 * Runs the built main process and writes its code coverage into the folder in `DAILIES_COVERAGE`.
 *
 * A driver that attaches to a loading page can stop it for good. Therefore `whenReady` also waits for the driver, which
 * calls `__playwright_run` once attached: it then sees each window from its first moment.
 */
const coveredMain = `
import { app } from 'electron';
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
process.on('exit', () => {
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    const ours = result.filter(({ url }) => url.includes('/out/main/'));
    writeFileSync(join(process.env.DAILIES_COVERAGE, process.pid + '.json'), JSON.stringify(ours));
  });
});
if (app.commandLine.hasSwitch('remote-debugging-port')) {
  const ready = app.whenReady();
  const driven = new Promise((resolve) => {
    globalThis.__playwright_run = resolve;
  });
  app.whenReady = () => Promise.all([ready, driven]);
}
await import('./out/main/index.js');
`;

/**
 * Builds the app for an Electron and places it with its packages, its service and a Node where any user can run it.
 * @returns the folder to start Electron with; the caller removes its parent.
 */
export function buildForElectron({ isPinned }: ElectronForTests): string {
  const place = mkdtempSync(join(tmpdir(), 'dailies-built-'));
  // `mkdtemp` grants access only to its owner, but another user runs the files.
  chmodSync(place, 0o755);
  const folder = join(place, 'app');
  mkdirSync(folder);
  if (isPinned) cpSync('out', join(folder, 'out'), { recursive: true });
  else {
    const words = ['build', '--config', '.ci/test-electron/build.config.ts', '--logLevel', 'error'];
    execFileSync('electron-vite', words, {
      env: { ...process.env, DAILIES_TEST_BUILD: folder },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    for (const part of ['service', 'editors'])
      cpSync(join('out', part), join(folder, 'out', part), { recursive: true });
  }
  cpSync('resources', join(folder, 'resources'), { recursive: true });
  cpSync(checkoutNode('.', process.platform), checkoutNode(folder, process.platform), { recursive: true });
  const ofService = JSON.parse(readFileSync(join('out', 'service', 'package.json'), 'utf8')) as Manifest;
  const names = [readManifest(), ofService].flatMap(({ dependencies }) => Object.keys(dependencies));
  for (const path of foldersOf(names)) if (existsSync(path)) copyPackage(path, join(folder, path));
  writeFileSync(join(folder, 'covered-main.js'), coveredMain);
  const { name, productName, version } = readManifest();
  const manifest = { name, productName, version, type: 'module', main: 'covered-main.js' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  openToAll(folder);
  return folder;
}
