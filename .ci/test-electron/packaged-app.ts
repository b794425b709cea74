import { execFileSync } from 'node:child_process';
import { createWriteStream, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Browser, chromium } from '@playwright/test';
import { ZipFile } from 'yazl';
import { testElectronFolder } from './test-electron.ts';

const maxWaitMs = 120_000;

/** Packs the Electron for tests into a zip like those of Electron's releases. */
export async function zipElectron(folder: string): Promise<string> {
  const source = join(testElectronFolder, 'electron-33.2.1');
  const path = join(folder, `electron-v33.2.1-linux-${process.arch}.zip`);
  const zip = new ZipFile();
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile())
      zip.addFile(file, file.slice(source.length + 1), { mode: statSync(file).mode, compress: false });
  }
  zip.addBuffer(Buffer.from('33.2.1'), 'version');
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
}

/** Builds the app for the Electron for tests. @returns a folder laid out as `out`. */
export function buildForTests(folder: string): string {
  const built = join(folder, 'built');
  const stdio = ['ignore', 'ignore', 'inherit'] as const;
  execFileSync('npm', ['run', '-s', 'build'], { stdio: [...stdio] });
  execFileSync(
    'electron-vite',
    ['build', '--config', '.ci/test-electron/build.config.ts', '--logLevel', 'error'],
    {
      env: { ...process.env, DAILIES_TEST_BUILD: built },
      stdio: [...stdio],
    },
  );
  execFileSync('cp', ['-r', join('out', 'service'), join(built, 'out')]);
  return join(built, 'out');
}

/** Makes packages as `npm run package` does. @returns the path of the first one. */
export function packageForTests(words: readonly string[]): string {
  const output = execFileSync(process.execPath, [join('.ci', 'package.ts'), '--json', ...words], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { artifacts } = JSON.parse(output.trimEnd().split('\n').at(-1) ?? '') as {
    artifacts: { path: string }[];
  };
  return artifacts[0]?.path ?? '';
}

/** Connects to the pages of an app that was started with `--remote-debugging-port`. */
export async function connectTo(port: number, isEnded: () => boolean = () => false): Promise<Browser> {
  const endMs = performance.now() + maxWaitMs;
  for (;;) {
    try {
      // A request sent while the app starts to listen may never be answered.
      return await chromium.connectOverCDP(`http://127.0.0.1:${String(port)}`, { timeout: 5_000 });
    } catch (error) {
      if (isEnded() || performance.now() > endMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
