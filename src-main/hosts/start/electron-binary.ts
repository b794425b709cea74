import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const downloadTimeoutMs = 180_000;

const programNames: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
};

/** Path of the program in the Electron package; null before its installer has fetched it. */
function installedPath(packageFolder: string): string | null {
  const pathFile = join(packageFolder, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const path = join(packageFolder, 'dist', readFileSync(pathFile, 'utf8'));
  return existsSync(path) ? path : null;
}

function packageFolder(): string | null {
  try {
    return dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  } catch {
    return null;
  }
}

/**
 * Returns the Electron on this computer: the program in `DAILIES_ELECTRON`, the one in the folder
 * `ELECTRON_OVERRIDE_DIST_PATH`, else the one that its package has fetched. Does not check whether a named one exists;
 * starting it shows that.
 */
export function presentElectron(): string | null {
  const { DAILIES_ELECTRON: program, ELECTRON_OVERRIDE_DIST_PATH: folder } = process.env;
  if (program) return program;
  if (folder) return join(folder, programNames[process.platform] ?? 'electron');
  const installed = packageFolder();
  return installed === null ? null : installedPath(installed);
}

/**
 * Runs the package's own installer, which fetches and verifies the program. Ignores failures, for example without a
 * network.
 */
function runInstaller(packageFolder: string, interrupt?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(packageFolder, 'install.js')], {
      stdio: 'ignore',
      timeout: downloadTimeoutMs,
      signal: interrupt,
    });
    child.once('error', () => {
      resolve();
    });
    child.once('close', () => {
      resolve();
    });
  });
}

/**
 * Returns the Electron on this computer, else the one that its package can fetch, else null. `interrupt` ends the
 * download.
 */
export async function findElectron(interrupt?: AbortSignal): Promise<string | null> {
  const present = presentElectron();
  const folder = packageFolder();
  if (present !== null || folder === null) return present;
  await runInstaller(folder, interrupt);
  return installedPath(folder);
}
