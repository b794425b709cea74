import { stat } from 'node:fs/promises';
import { join } from 'node:path';

/** True if the path exists; false also if it cannot be examined. */
export async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

/** Returns the paths that exist in a folder, in their order. */
export async function presentIn(folder: string, paths: readonly string[]): Promise<string[]> {
  const areThere = await Promise.all(paths.map((path) => isThere(join(folder, path))));
  return paths.filter((_, index) => areThere[index]);
}
