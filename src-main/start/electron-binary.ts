import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const downloadTimeoutMs = 180_000;

/** Where Electron's program is once its package has fetched it; null before. */
function installedPath(packageFolder: string): string | null {
  const pathFile = join(packageFolder, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(packageFolder, 'dist');
  const path = join(folder, readFileSync(pathFile, 'utf8'));
  return existsSync(path) ? path : null;
}

/** Runs the package's own installer, which fetches and verifies the program; silent where there is no network. */
function runInstaller(packageFolder: string): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(packageFolder, 'install.js')], {
      stdio: 'ignore',
      timeout: downloadTimeoutMs,
    });
    child.once('error', () => {
      resolve();
    });
    child.once('close', () => {
      resolve();
    });
  });
}

/** Electron's program: the one that is there, else the one its package can fetch, else null. */
export async function findElectron(): Promise<string | null> {
  let packageFolder: string;
  try {
    packageFolder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  } catch {
    return null;
  }
  const present = installedPath(packageFolder);
  if (present) return present;
  await runInstaller(packageFolder);
  return installedPath(packageFolder);
}
