import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Lets everybody read what one user has made under a mask of their own; Windows has other rights. */
export function openToAll(folder: string): void {
  if (process.platform === 'win32') return;
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', folder]);
}

/** Bytes of a file, or of all files below a folder; links count nothing. */
export function sizeOf(path: string): number {
  if (!statSync(path).isDirectory()) return statSync(path).size;
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
