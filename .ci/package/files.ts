import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Lets everybody read files that one user created under a restrictive umask. Windows has other rights. */
export function openToAll(folder: string): void {
  if (process.platform === 'win32') return;
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', folder]);
}

/** Makes libraries and the packages of the local service files that nobody runs. Only the programs beside them are run. */
export function forbidRunning(appFolder: string): void {
  const kinds = ['-name', '*.so', '-o', '-name', '*.so.*', '-o', '-path', '*/resources/service/*'];
  execFileSync('find', [appFolder, '-type', 'f', '(', ...kinds, ')', '-exec', 'chmod', 'a-x', '{}', '+']);
}

/** Returns the bytes of a file, or of all files below a folder. Links count as zero. */
export function sizeOf(path: string): number {
  if (!statSync(path).isDirectory()) return statSync(path).size;
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
